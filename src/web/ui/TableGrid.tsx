import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { rowAfter } from './row-keys.ts';
import type { TableProps } from './table-types.ts';

/** Whether the content is wider than its box; only then may the box scroll, or the head would not stick to the page. */
const useOverflow = () => {
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setOver(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { box, over };
};

/** Whether the event belongs to a control inside the row, and so is not the row's. */
const isOfControl = (target: EventTarget, row: Element): boolean => {
  const control = target instanceof Element ? target.closest('a, button, input, select, textarea, label') : null;
  return control !== null && row.contains(control);
};

export const TableGrid = <T,>(props: TableProps<T>) => {
  const { label, columns, rows, rowKey, rowTone, onOpen, state, skeleton = 8 } = props;
  const { box, over } = useOverflow();
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, rows.length - 1);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: T, at: number) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') return onOpen?.(row);
    const to = rowAfter(event.key, at, rows.length);
    if (to === null) return;
    event.preventDefault();
    const next = event.currentTarget.parentElement?.children[to];
    if (next instanceof HTMLElement) next.focus();
  };
  const onClick = (event: MouseEvent<HTMLTableRowElement>, row: T) => {
    const selects = window.getSelection()?.type === 'Range';
    if (!selects && !isOfControl(event.target, event.currentTarget)) onOpen?.(row);
  };
  const reach = (row: T, at: number) =>
    onOpen && {
      tabIndex: at === stop ? 0 : -1,
      onFocus: () => setCurrent(at),
      onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onKeyDown(event, row, at),
      onClick: (event: MouseEvent<HTMLTableRowElement>) => onClick(event, row),
    };

  return (
    <div
      ref={box}
      className="kx-table-box"
      data-over={over}
      {...(over && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls sideways` })}
    >
      <table className="kx-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, head, name, align, width }) => (
              <th key={key} scope="col" data-align={align} style={{ inlineSize: width }}>
                {head === '' ? <span className="kx-hidden">{name}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state === 'loading'
            ? Array.from({ length: skeleton }, (_, at) => (
                <tr key={at}>
                  {columns.map(({ key }) => (
                    <td key={key}>
                      <span className="kx-skeleton" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, at) => (
                <tr key={rowKey(row)} data-tone={rowTone?.(row)} data-opens={onOpen !== undefined} {...reach(row, at)}>
                  {columns.map(({ key, align, cell }) => (
                    <td key={key} data-align={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
};
