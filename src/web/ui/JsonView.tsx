import { type KeyboardEvent, useState } from 'react';
import { CopyButton } from './CopyText.tsx';
import styles from './JsonView.module.css';
import { buttonAfter } from './json-keys.ts';
import { entriesOf, jsonPath, kindOf } from './json-path.ts';
import kit from './kit.module.css';

type Path = readonly (string | number)[];

interface NodeProps {
  readonly value: unknown;
  readonly path: Path;
  /** Levels still to be shown open. */
  readonly depth: number;
}

/** Entries shown before "Show more"; a list of credits can be thousands long. */
const STEP = 100;

const Key = ({ path }: { readonly path: Path }) => {
  const last = path.at(-1);
  if (last === undefined) return null;
  return (
    <>
      <span className={styles.key}>{typeof last === 'number' ? last : JSON.stringify(last)}</span>
      {': '}
    </>
  );
};

const CopyPath = ({ path }: { readonly path: Path }) => (
  <span className={styles.copy}>
    <CopyButton value={jsonPath(path)} label={`path ${jsonPath(path)}`} tabIndex={-1} />
  </span>
);

const Node = ({ value, path, depth }: NodeProps) => {
  const [open, setOpen] = useState(depth > 0);
  const [shown, setShown] = useState(STEP);
  const kind = kindOf(value);
  const entries = entriesOf(value);
  if (entries.length === 0) {
    const text = kind === 'object' ? '{}' : JSON.stringify(value ?? null);
    return (
      <li className={styles.line}>
        <Key path={path} />
        <span data-kind={kind}>{text}</span>
        {path.length > 0 && <CopyPath path={path} />}
      </li>
    );
  }
  const [first, last] = kind === 'array' ? ['[', ']'] : ['{', '}'];
  return (
    <li>
      <span className={styles.line}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Key path={path} />
          {open ? first : `${first} ${entries.length} ${last}`}
        </button>
        {path.length > 0 && <CopyPath path={path} />}
      </span>
      {open && (
        <>
          <ul>
            {entries.slice(0, shown).map(([key, item]) => (
              <Node key={key} value={item} path={[...path, key]} depth={depth - 1} />
            ))}
            {entries.length > shown && (
              <li>
                <button type="button" tabIndex={-1} className={kit.link} onClick={() => setShown(shown + STEP)}>
                  Show more ({entries.length - shown} left)
                </button>
              </li>
            )}
          </ul>
          {last}
        </>
      )}
    </li>
  );
};

interface Props {
  readonly value: unknown;
  /** Names the tree for a screen reader, such as `Response`. */
  readonly label: string;
  /** Levels that are open at first. */
  readonly open?: number;
}

/** One stop for the whole tree: thousands of lines would be thousands of presses of Tab. */
const STOP = { tabIndex: 0 };

/** Arrows go from button to button within the tree, Home and End to its first and last. */
const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(event.target as HTMLElement);
  const to = buttonAfter(
    event.key,
    at,
    buttons.map((one) => one.ariaExpanded),
  );
  if (to === null) return;
  event.preventDefault();
  if (to === at) buttons[at]?.click();
  else buttons[to]?.focus();
};

/** JSON as a tree that opens and closes; each line gives its path to the clipboard. */
export const JsonView = ({ value, label, open = 2 }: Props) => (
  <ul dir="ltr" className={`${styles.json} ${kit.code}`} aria-label={label} onKeyDown={onKeyDown} {...STOP}>
    <Node value={value} path={[]} depth={open} />
  </ul>
);
