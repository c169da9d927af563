import { useState } from 'react';
import { CopyButton } from './CopyText.tsx';
import { entriesOf, jsonPath, kindOf } from './json-path.ts';
import './JsonView.css';

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
      <span className="kx-json-key">{typeof last === 'number' ? last : JSON.stringify(last)}</span>
      {': '}
    </>
  );
};

const CopyPath = ({ path }: { readonly path: Path }) => (
  <span className="kx-json-copy">
    <CopyButton value={jsonPath(path)} label={`path ${jsonPath(path)}`} />
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
      <li className="kx-json-line">
        <Key path={path} />
        <span data-kind={kind}>{text}</span>
        {path.length > 0 && <CopyPath path={path} />}
      </li>
    );
  }
  const [first, last] = kind === 'array' ? ['[', ']'] : ['{', '}'];
  return (
    <li>
      <span className="kx-json-line">
        <button type="button" className="kx-json-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
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
                <button type="button" className="kx-link" onClick={() => setShown(shown + STEP)}>
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

/** JSON as a tree that opens and closes; each line gives its path to the clipboard. */
export const JsonView = ({ value, label, open = 2 }: Props) => (
  <ul className="kx-json kx-code" aria-label={label}>
    <Node value={value} path={[]} depth={open} />
  </ul>
);
