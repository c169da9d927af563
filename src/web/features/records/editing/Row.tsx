import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { ComponentType, DragEvent, KeyboardEvent } from 'react';
import kit from '#web/ui/kit.module.css';
import { editing } from '#web/words/editing.ts';
import type { Around, InputsProps } from './around.ts';
import type { DraftRow } from './drafts.ts';
import styles from './editing.module.css';
import { pathOf } from './problems.ts';
import type { RowsShape } from './shapes.ts';
import { rowTold } from './told.ts';

const words = editing.rows;
const DRAGGED = 'application/x-row';
const LONGEST = 200;

interface Props {
  readonly shape: RowsShape;
  readonly path: string;
  readonly label: string;
  readonly row: DraftRow;
  /** Its place among all of them, from 0. */
  readonly index: number;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly around: Around;
  readonly inputs: ComponentType<InputsProps>;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (row: DraftRow) => void;
  /** By one place; the act that keeps the focus. */
  readonly onMove: (by: 1 | -1, act: string) => void;
  /** Another one is dropped here. */
  readonly onDrop: (id: number) => void;
  readonly onRemove: () => void;
}

/** A row in one line, and its inputs while it is open. */
export const Row = (props: Props) => {
  const { shape, path, label, row, index, isOpen, isFirst, isLast, around, onMove, inputs: Inputs } = props;
  const own = pathOf(path, index);
  const text = rowTold(shape, row) || words.empty;
  const place = index + 1;
  const isWrong = !isOpen && around.hasProblem(own);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') props.onRemove();
    else if (event.altKey && event.key === 'ArrowUp') onMove(-1, 'open');
    else if (event.altKey && event.key === 'ArrowDown') onMove(1, 'open');
    else return;
    event.preventDefault();
  };
  const isRow = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(DRAGGED);
  const mover = (act: 'up' | 'down', by: 1 | -1, off: boolean) => (
    <button
      type="button"
      className={kit.icon}
      data-act={act}
      aria-disabled={off}
      aria-label={`${words[act]}: ${place}`}
      title={words[act]}
      onClick={() => !off && onMove(by, act)}
    >
      {act === 'up' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
    </button>
  );
  return (
    <li
      className={styles.row}
      data-row={row.id}
      data-open={isOpen}
      data-wrong={isWrong}
      onDragOver={(event) => isRow(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!isRow(event)) return;
        event.preventDefault();
        props.onDrop(Number(event.dataTransfer.getData(DRAGGED)));
      }}
    >
      <div className={styles.line}>
        {/* Beside the buttons that do the same. */}
        <span
          className={styles.grip}
          draggable
          aria-hidden
          onDragStart={({ dataTransfer }) => {
            dataTransfer.setData(DRAGGED, String(row.id));
            dataTransfer.effectAllowed = 'move';
          }}
        >
          <IconGripVertical size={16} />
        </span>
        <button
          type="button"
          className={styles.open}
          data-act="open"
          aria-expanded={isOpen}
          onClick={() => props.onOpen(!isOpen)}
          onKeyDown={keys}
        >
          <span className={styles.number}>{place}</span>
          <bdi>{text.slice(0, LONGEST)}</bdi>
          {isWrong && <strong className={styles.wrong}> {words.wrong}</strong>}
        </button>
        {mover('up', -1, isFirst)}
        {mover('down', 1, isLast)}
        <button
          type="button"
          className={kit.icon}
          aria-label={`${words.remove}: ${place}`}
          title={words.remove}
          onClick={props.onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </button>
      </div>
      {isOpen && (
        <div className={styles.fields}>
          <Inputs
            fields={shape.fields}
            path={own}
            label={label}
            cells={row.cells}
            around={around}
            onChange={(cells) => props.onChange({ ...row, cells })}
          />
        </div>
      )}
    </li>
  );
};
