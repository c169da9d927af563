/** Places of bars, from 0: where a range was begun, and where it has come to. */
export interface Marked {
  readonly anchor: number;
  readonly at: number;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at) => at + 10,
  PageDown: (at) => at - 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** What a key makes of a mark among so many bars; with Shift the range grows. Null: the key means nothing here. */
export const markedBy = (key: string, grows: boolean, marked: Marked | null, many: number): Marked | null => {
  const step = STEPS[key];
  if (step === undefined || many === 0) return null;
  // The first key only shows where one is: at the newest bar.
  const at = marked ? Math.min(many - 1, Math.max(0, step(marked.at, many - 1))) : many - 1;
  return { anchor: grows && marked ? marked.anchor : at, at };
};

/** The bar under a point, in parts of the width of all of them; what is beside them counts as the nearest. */
export const barAt = (part: number, many: number): number => Math.min(many - 1, Math.max(0, Math.floor(part * many)));

/** The first and the last bar of a range. */
export const endsOf = ({ anchor, at }: Marked): readonly [first: number, last: number] => [
  Math.min(anchor, at),
  Math.max(anchor, at),
];
