import { boldestOn } from './palettes.ts';
import { d, disc, halfDisc, line, moved, path, person, poly, rect, ring } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** Lances and banners against a sun. */
export const lances: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const u = Math.min(w, h);
  const sky = a;
  const dark = boldestOn(sky, [ground, ink]);
  const slope = (x: number): number => h * (0.8 - 0.1 * Math.sin((x / w) * Math.PI));
  const count = Math.round(w / 58);
  const lean = dice.pick([-1, 1]) * u * 0.1;
  const ranks = Array.from({ length: count }, (_, i) => {
    const x = ((i + 0.5) * w) / count + dice.between(-12, 12);
    const foot = slope(x) + 30;
    const top = foot - h * dice.between(0.3, 0.52);
    const flag =
      i % 5 === 2
        ? poly(
            [
              [x + lean, top + 16],
              [x + lean + u * 0.2, top + u * 0.05],
              [x + lean * 0.9, top + u * 0.12],
            ],
            b,
          )
        : '';
    return (
      flag +
      line(
        [
          [x, foot],
          [x + lean, top],
        ],
        dark,
        9,
      ) +
      moved(
        poly(
          [
            [-13, 4],
            [0, -44],
            [13, 4],
          ],
          dark,
        ),
        x + lean,
        top,
        lean > 0 ? 12 : -12,
      ) +
      disc(x - lean * 0.08, foot - 26, 23, dark)
    );
  });
  const sun = disc(w * (lean > 0 ? 0.3 : 0.7), h * 0.34, u * 0.24, b === sky ? c : dice.chance(0.5) ? b : c);
  const hill = path(d`M0 ${h * 0.8}Q${w * 0.5} ${h * 0.6} ${w} ${h * 0.8}V${h + 2}H0Z`, dark);
  return { art: sun + ranks.join('') + hill, sky, floor: dark };
};

/** Aeroplanes in formation under a low sun. */
export const formation: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const u = Math.min(w, h);
  const plane = (x: number, y: number, size: number, fill: string): string =>
    moved(
      path(
        d`M0 ${-size * 0.5}Q${size * 0.09} ${-size * 0.4} ${size * 0.08} ${-size * 0.14}L${size * 0.62} ${size * 0.1}V${size * 0.2}L${size * 0.07} ${size * 0.12}L${size * 0.04} ${size * 0.4}L${size * 0.2} ${size * 0.5}V${size * 0.56}H${-size * 0.2}V${size * 0.5}L${-size * 0.04} ${size * 0.4}L${-size * 0.07} ${size * 0.12}L${-size * 0.62} ${size * 0.2}V${size * 0.1}L${-size * 0.08} ${-size * 0.14}Q${-size * 0.09} ${-size * 0.4} 0 ${-size * 0.5}Z`,
        fill,
      ),
      x,
      y,
    );
  const dark = boldestOn(a, [ground, ink]);
  const r = u * 0.36;
  const [x, y] = [w * 0.5, h * 0.46];
  const places = dice.pick<[number, number][]>([
    [
      [0, -1.1],
      [-0.9, -0.3],
      [0.9, -0.3],
      [-1.8, 0.5],
      [1.8, 0.5],
      [0, 0.4],
    ],
    [
      [0, -0.8],
      [-1.1, 0.5],
      [1.1, 0.5],
    ],
    [
      [-1.5, -0.9],
      [-0.5, -0.2],
      [0.5, 0.5],
      [1.5, 1.2],
      [0.9, -0.9],
    ],
    [[0, 0.1]],
  ]);
  const span = places.length === 1 ? 0.68 : places.length === 3 ? 0.34 : 0.24;
  const wing = places
    .map(([px, py]) => plane(px * u * 0.2, py * u * 0.24, u * span, px === 0 && py > 0 ? b : dark))
    .join('');
  const outline = places.map(([px, py]) => plane(px * u * 0.2, py * u * 0.24, u * (span + 0.04), a)).join('');
  return {
    art:
      dice.pick([
        () => ring(x, y, r * 1.2, c, r * 0.07),
        () => disc(x, y, r * 1.26, c),
        () => rect(0, y - r * 0.5, w, r, c),
      ])() +
      disc(x, y, r, a) +
      moved(outline + wing, x, y, dice.pick([0, 28, -28])),
    sky: ground,
    floor: ground,
  };
};

/** Two towers and a gate, with somebody at it. */
export const fortress: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const u = Math.min(w, h);
  const [x, foot] = [w / 2, h * 0.86];
  const battlement = (left: number, top: number, wide: number, fill: string): string =>
    rect(left, top, wide, h - top + 2, fill) +
    Array.from({ length: 3 }, (_, i) => rect(left + (i * wide) / 2.5, top - u * 0.06, wide / 5, u * 0.07, fill)).join(
      '',
    );
  const dark = boldestOn(a, [ground, ink]);
  const wall = battlement(x - u * 0.3, foot - u * 0.42, u * 0.6, a);
  const towers =
    battlement(x - u * 0.46, foot - u * 0.72, u * 0.22, c) +
    battlement(x + u * 0.24, foot - u * dice.between(0.6, 0.9), u * 0.22, c);
  const gate =
    rect(x - u * 0.12, foot - u * 0.16, u * 0.24, h, dark) + halfDisc(x, foot - u * 0.155, u * 0.12, 0, dark);
  const banner =
    line(
      [
        [x - u * 0.35, foot - u * 0.78],
        [x - u * 0.35, foot - u * 1],
      ],
      ink,
      8,
    ) +
    poly(
      [
        [x - u * 0.35, foot - u],
        [x - u * 0.16, foot - u * 0.95],
        [x - u * 0.35, foot - u * 0.89],
      ],
      b,
    );
  const sun = disc(x + u * 0.1, foot - u * 0.62, u * 0.24, b);
  return {
    art:
      sun +
      banner +
      towers +
      wall +
      gate +
      person(x, foot + u * 0.06, u * 0.17, boldestOn(dark, [a, b, ink])) +
      rect(0, foot + u * 0.06, w, h, dark),
    sky: ground,
    floor: dark,
  };
};
