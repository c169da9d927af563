import { useState } from 'react';
import { cut } from './cut.ts';
import kit from './kit.module.css';

interface Props {
  readonly text: string;
  /** Characters shown at first: 500 plot and biography, 200 log, 250 configuration. */
  readonly at: number;
}

export const Truncate = ({ text, at }: Props) => {
  const [open, setOpen] = useState(false);
  const short = cut(text, at);
  if (short === null) return <span>{text}</span>;
  return (
    <span>
      {open ? text : short}{' '}
      <button type="button" className={kit.link} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
      </button>
    </span>
  );
};
