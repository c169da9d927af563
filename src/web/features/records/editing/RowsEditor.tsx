import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentType, startTransition, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { count } from '#web/lib/numbers.ts';
import { pageCount, pageRows } from '#web/lib/paging.ts';
import { sentenceOf } from '#web/ui/form/refusal.ts';
import kit from '#web/ui/kit.module.css';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { editing } from '#web/words/editing.ts';
import { records } from '#web/words/records.ts';
import type { Around, InputsProps } from './around.ts';
import { type DraftRow, newRow } from './drafts.ts';
import styles from './editing.module.css';
import { optionName } from './labels.ts';
import { Row } from './Row.tsx';
import { moved, put, shownRows, without, withRow } from './rows.ts';
import type { RowsShape } from './shapes.ts';
import { rowTold } from './told.ts';

const words = editing.rows;
/** Rows of a page: more would be drawn longer than a keypress may take. */
const PAGE = 20;
/** A choice of more than this many kinds is a way to look at only some of the rows. */
const FEW = 5;

interface Props {
  readonly shape: RowsShape;
  readonly path: string;
  readonly label: string;
  readonly rows: readonly DraftRow[];
  readonly around: Around;
  /** What draws the inputs of a row. */
  readonly inputs: ComponentType<InputsProps>;
  /** The kind of row that is looked at first. */
  readonly first?: string | undefined;
  readonly onChange: (rows: readonly DraftRow[]) => void;
}

/** Rows of a list, of which one at a time is open to be changed: added, removed, and put into another order. */
export const RowsEditor = ({ shape, path, label, rows, around, inputs, first = '', onChange }: Props) => {
  const { busy, revealed } = around;
  const kinds = shape.fields.find((field) => field.shape.kind === 'choice' && field.shape.of.length > FEW);
  const [open, setOpen] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState(first);
  const [removed, setRemoved] = useState<{ readonly at: number; readonly row: DraftRow } | null>(null);
  const [said, setSaid] = useState('');
  const [seen, setSeen] = useState(revealed);
  const problem = around.problemAt(path);
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<string>(null);
  const text = useDeferredValue(typed.trim().toLowerCase());
  const shown = shownRows(rows, (row) => {
    if (row.id === open) return true;
    if (kinds && kind !== '' && row.cells[kinds.name] !== kind) return false;
    return text === '' || rowTold(shape, row).toLowerCase().includes(text);
  });
  const pageOf = (at: number): number => Math.floor(at / PAGE) + 1;
  const at = Math.min(page, pageCount(shown.length, PAGE));

  // What is wrong is opened before it gets the focus.
  if (revealed !== seen) {
    setSeen(revealed);
    const place = revealed?.path.startsWith(`${path}.`)
      ? Number(revealed.path.slice(path.length + 1).split('.')[0])
      : Number.NaN;
    const wanted = rows[place];
    if (wanted) {
      setTyped('');
      setKind('');
      setOpen(wanted.id);
      setPage(pageOf(place));
    }
  }

  useLayoutEffect(() => {
    const wanted = focusOn.current;
    focusOn.current = null;
    if (wanted !== null) list.current?.querySelector<HTMLElement>(wanted)?.focus();
  });
  const focus = (id: number, what: string): void => {
    focusOn.current = `[data-row="${id}"] ${what}`;
  };

  const place = (row: DraftRow, to: number, act: string): void => {
    const target = shown[to];
    const from = rows.indexOf(row);
    if (busy || target === undefined || from < 0) return;
    onChange(moved(rows, from, target.at));
    setPage(pageOf(to));
    setSaid(words.moved(target.at + 1, rows.length));
    focus(row.id, `[data-act=${act}]`);
  };
  const remove = (row: DraftRow): void => {
    const here = shown.findIndex((one) => one.row === row);
    const next = shown[here + 1] ?? shown[here - 1];
    if (busy) return;
    setRemoved({ at: rows.indexOf(row), row });
    setOpen((id) => (id === row.id ? null : id));
    onChange(without(rows, row.id));
    setSaid(words.removed(rowTold(shape, row)));
    if (next) focus(next.row.id, '[data-act=open]');
  };
  const add = (): void => {
    if (busy) return;
    const fresh = newRow(shape, rows);
    const row = kinds && kind !== '' ? { ...fresh, cells: { ...fresh.cells, [kinds.name]: kind } } : fresh;
    onChange([...rows, row]);
    setTyped('');
    setOpen(row.id);
    setPage(pageCount(rows.length + 1, PAGE));
    focus(row.id, '[data-path]');
  };

  return (
    <div data-path={path} tabIndex={-1}>
      {problem !== undefined && (
        <p className={styles.wrong} role="alert">
          {sentenceOf(label, problem)}
        </p>
      )}
      {rows.length > FEW && (
        <div className={styles.finding}>
          <TextInput
            label={words.find}
            value={typed}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              setPage(1);
            }}
          />
          {kinds?.shape.kind === 'choice' && (
            <NativeSelect
              label={records.columns.type}
              value={kind}
              data={[
                { value: '', label: words.allKinds },
                ...kinds.shape.of.map((value) => ({
                  value,
                  label: records.countOf(
                    optionName(value),
                    count(rows.filter(({ cells }) => cells[kinds.name] === value).length),
                  ),
                })),
              ]}
              onChange={({ currentTarget: { value } }) => {
                setKind(value);
                setOpen(null);
                setPage(1);
              }}
            />
          )}
        </div>
      )}
      <p className={`${kit.small} ${kit.muted}`}>
        {rows.length === 0 ? words.none : shown.length === 0 ? words.notFound : words.hint}
      </p>
      <ol ref={list} className={styles.list} aria-label={words.list(label)}>
        {pageRows(shown, at, PAGE).map(({ row, at: index }, within) => {
          const here = (at - 1) * PAGE + within;
          return (
            <Row
              key={row.id}
              {...{ shape, path, label, row, index, around, inputs }}
              isOpen={row.id === open}
              isFirst={here === 0}
              isLast={here === shown.length - 1}
              onOpen={(isOpen) => {
                setOpen(isOpen ? row.id : null);
                focus(row.id, isOpen ? '[data-path]' : '[data-act=open]');
              }}
              onChange={(next) => onChange(withRow(rows, next))}
              onMove={(by, act) => place(row, here + by, act)}
              onDrop={(id) => {
                const dropped = shown.find((one) => one.row.id === id);
                if (dropped) place(dropped.row, here, 'open');
              }}
              onRemove={() => remove(row)}
            />
          );
        })}
      </ol>
      <div className={styles.below}>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {words.add}
        </Button>
        {removed && (
          <button
            type="button"
            className={kit.link}
            onClick={() => {
              onChange(put(rows, removed.at, removed.row));
              setRemoved(null);
              setPage(pageOf(removed.at));
              focus(removed.row.id, '[data-act=open]');
            }}
          >
            {words.restore(rowTold(shape, removed.row).slice(0, 60) || words.empty)}
          </button>
        )}
        {shown.length > PAGE && <Showing shown={pageRows(shown, at, PAGE).length} total={shown.length} />}
        <Pager
          page={at}
          total={shown.length}
          regs={PAGE}
          label={words.pages}
          onPage={(next) => startTransition(() => setPage(next))}
        />
      </div>
      <span role="status" className={kit.hidden}>
        {said}
      </span>
    </div>
  );
};
