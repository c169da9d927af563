import type { ReactNode } from 'react';
import { landing } from '#web/words/landing.ts';

const words = landing.build.marks;

/** Drawn in a field of 48 by 40 with a pen of 1.5. */
const MARKS: readonly (readonly [name: string, drawing: ReactNode])[] = [
  [words.terminal, <path key="0" d="M5 6h38v28H5zM11 14l6 5-6 5M21 25h10" />],
  [
    words.browser,
    <path key="1" d="M4 6h40v28H4zM4 13h40M8 9.5h1.5M12 9.5h1.5M16 9.5h1.5M10 19h14v9H10zM29 20h10M29 24h10M29 28h6" />,
  ],
  [
    words.phone,
    <path
      key="2"
      d="M17 3h14a2 2 0 0 1 2 2v30a2 2 0 0 1-2 2H17a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM15 8h18M15 31h18M23 34h2"
    />,
  ],
  [words.tv, <path key="3" d="M3 5h42v25H3zM16 35h16M24 30v5M20 13l9 4.5-9 4.5z" />],
  [
    words.watch,
    <path
      key="4"
      d="M17 10h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3zM18 10l1-7h10l1 7M18 30l1 7h10l1-7M24 15v5l4 3"
    />,
  ],
  [words.desk, <path key="5" d="M8 6h32v21H8zM3 33h42l-5-6H8zM20 30h8" />],
  [
    words.server,
    <path key="6" d="M8 4h32v9H8zM8 15.5h32v9H8zM8 27h32v9H8zM13 8.5h2M13 20h2M13 31.5h2M28 8.5h7M28 20h7M28 31.5h7" />,
  ],
];

/** Where an API can be called from: drawings of our own with their names. */
export const Marks = ({ className }: { readonly className: string | undefined }) => (
  <ul className={className}>
    {MARKS.map(([name, drawing]) => (
      <li key={name}>
        <svg
          viewBox="0 0 48 40"
          width={48}
          height={40}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
          aria-hidden="true"
          focusable="false"
        >
          {drawing}
        </svg>
        <span>{name}</span>
      </li>
    ))}
  </ul>
);
