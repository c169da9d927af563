/** A repeatable source of numbers. */
export type Dice = {
  /** A number from `low` up to `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
};

/** Dice that always fall the same way for the same seed. */
export function diceFrom(seed: string): Dice {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: (share) => next() < share,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  };
}

type Point = readonly [x: number, y: number];
const n = (value: number): string => `${Math.round(value * 10) / 10}`;
const pairs = (points: readonly Point[]): string => points.map(([x, y]) => `${n(x)} ${n(y)}`).join(' ');

export const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${radius ? ` rx="${n(radius)}"` : ''} fill="${fill}"/>`;
export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;
export const ring = (x: number, y: number, r: number, stroke: string, width: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`;
export const poly = (points: readonly Point[], fill: string): string =>
  `<polygon points="${pairs(points)}" fill="${fill}"/>`;
export const line = (points: readonly Point[], stroke: string, width: number, cap: 'butt' | 'round' = 'butt'): string =>
  `<polyline points="${pairs(points)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="${cap}" stroke-linejoin="round"/>`;
/** A path whose template's numbers are rounded: path`M${x} ${y}...`. */
export const d = (parts: TemplateStringsArray, ...numbers: number[]): string =>
  parts.map((part, i) => (i < numbers.length ? `${part}${n(numbers[i] ?? 0)}` : part)).join('');
export const path = (data: string, fill: string): string => `<path d="${data}" fill="${fill}"/>`;
export const stroke = (data: string, colour: string, width: number): string =>
  `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round"/>`;
export const moved = (content: string, x: number, y: number, turn = 0, scale = 1): string =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}">${content}</g>`;

/** Half of a disc: the side that `turn` degrees (0 = upper half, clockwise) faces. */
export const halfDisc = (x: number, y: number, r: number, turn: number, fill: string): string =>
  moved(path(d`M${-r} 0A${r} ${r} 0 0 1 ${r} 0Z`, fill), x, y, turn);
/** A quarter of a disc whose corner is at x, y. */
export const quarter = (x: number, y: number, r: number, turn: number, fill: string): string =>
  moved(path(d`M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z`, fill), x, y, turn);
/** A leaf of two arcs that grows upwards from x, y. */
export const leaf = (x: number, y: number, length: number, turn: number, fill: string, plump = 0.62): string => {
  const r = length * plump;
  return moved(path(d`M0 0A${r} ${r} 0 0 1 0 ${-length}A${r} ${r} 0 0 1 0 0Z`, fill), x, y, turn);
};

/** A standing figure in a coat whose feet are at x, y. */
export function person(x: number, y: number, height: number, fill: string, hat = false): string {
  const h = height;
  const side: readonly Point[] = [
    [0.12, -0.7],
    [0.165, -0.37],
    [0.122, -0.35],
    [0.1, -0.56],
    [0.088, -0.47],
    [0.125, -0.23],
    [0.08, -0.23],
    [0.066, 0],
    [0.014, 0],
    [0, -0.2],
  ];
  const right = side.map(([px, py]) => [px * h, py * h] as const);
  const left = right.map(([px, py]) => [-px, py] as const).reverse();
  const coat = poly([[0, -h * 0.765], [h * 0.05, -h * 0.755], ...right, ...left, [-h * 0.05, -h * 0.755]], fill);
  const brim = hat
    ? rect(-h * 0.135, -h * 0.9, h * 0.27, h * 0.026, fill, h * 0.012) +
      rect(-h * 0.068, -h * 0.975, h * 0.136, h * 0.09, fill, h * 0.018)
    : '';
  return moved(coat + disc(0, -h * 0.835, h * 0.072, fill) + brim, x, y);
}

/** Content shown only inside a shape. `id` must be unique on the sheet. */
export const clipped = (id: string, shape: string, content: string): string =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`;

/** Text as XML character data, without characters that XML forbids or that turn the reading direction. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
