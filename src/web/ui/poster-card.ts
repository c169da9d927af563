/** A card that stands in for a picture: the same for the same id, from a few flat colours and one shape. */
export interface PosterCard {
  readonly palette: Palette;
  readonly composition: number;
  /** 0 to 1: where the composition moves its shape. */
  readonly shift: number;
  readonly lines: readonly string[];
  /** Of the lettering, in units of a card that is 200 wide. */
  readonly size: number;
}

export interface Palette {
  readonly ground: string;
  readonly shape: string;
  /** At least 4.5 : 1 on the ground. */
  readonly ink: string;
}

const palette = (ground: string, shape: string, ink: string): Palette => ({ ground, shape, ink });

export const PALETTES: readonly Palette[] = [
  palette('#dbe3de', '#1c4d4a', '#161615'),
  palette('#101f2d', '#5bc0ee', '#f6f1e2'),
  palette('#241a38', '#b995ff', '#f3ecff'),
  palette('#3b1a17', '#e4572e', '#f7e6d0'),
  palette('#f4e8ce', '#e4512b', '#1b1b1e'),
  palette('#10241c', '#7fb685', '#efebd8'),
  palette('#f6c63f', '#b3271e', '#1d1a16'),
  palette('#22303a', '#e9b44c', '#edf1f0'),
];
export const COMPOSITIONS = 5;

/** FNV-1a, 32 bits: spreads ids that differ in one digit. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
};

const WIDTH = 172;
/** The average advance of a League Gothic capital, as a share of its size. */
const ADVANCE = 0.4;
const SIZES = [38, 32, 27, 22] as const;

const wrap = (text: string, perLine: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= perLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** Sets a title in at most four lines, as large as it fits; what does not fit at all ends in an ellipsis. */
export const lettering = (title: string): Pick<PosterCard, 'lines' | 'size'> => {
  const text = title.trim().toUpperCase();
  for (const size of SIZES) {
    const perLine = Math.floor(WIDTH / (size * ADVANCE));
    const lines = wrap(text, perLine);
    if (lines.length <= 3 && lines.every((line) => line.length <= perLine)) return { lines, size };
  }
  const size = SIZES[SIZES.length - 1] ?? 22;
  const perLine = Math.floor(WIDTH / (size * ADVANCE));
  const fitted = wrap(text, perLine).map((line) => (line.length > perLine ? `${line.slice(0, perLine - 1)}…` : line));
  const lines = fitted.length > 4 ? [...fitted.slice(0, 3), `${fitted[3]?.slice(0, perLine - 1)}…`] : fitted;
  return { lines, size };
};

export const posterCard = (imdbId: string, title: string): PosterCard => {
  const hash = hashOf(imdbId);
  const [first] = PALETTES;
  return {
    palette: PALETTES[hash % PALETTES.length] ?? (first as Palette),
    composition: (hash >>> 8) % COMPOSITIONS,
    shift: ((hash >>> 16) & 0xff) / 255,
    ...lettering(title),
  };
};
