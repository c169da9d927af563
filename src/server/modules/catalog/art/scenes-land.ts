import { d, disc, oval, path, person, poly, rect, ring } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** A low sun, table mountains, and one rider's long shadow. */
export const horizon: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const land = h * dice.between(0.68, 0.74);
  const r = Math.min(w, h) * dice.between(0.24, 0.3);
  const sun = dice.pick([0.34, 0.5, 0.68]) * w;
  const mesa = (x: number, wide: number, tall: number, fill: string): string =>
    poly(
      [
        [x, land],
        [x + wide * 0.16, land - tall * 0.45],
        [x + wide * 0.2, land - tall],
        [x + wide * 0.78, land - tall],
        [x + wide * 0.82, land - tall * 0.5],
        [x + wide, land],
      ],
      fill,
    );
  const side = sun > w / 2;
  const rocks =
    mesa(side ? -w * 0.12 : w * 0.62, w * 0.52, h * 0.26, c) + mesa(side ? w * 0.3 : w * 0.4, w * 0.26, h * 0.13, c);
  const [x, feet] = [w * (side ? 0.6 : 0.36), land + h * 0.1];
  const shadow = poly(
    [
      [x - 8, feet - 4],
      [x + 8, feet - 4],
      [x + (side ? -w * 0.3 : w * 0.3) + 30, h],
      [x + (side ? -w * 0.3 : w * 0.3) - 34, h],
    ],
    c,
  );
  return {
    art:
      disc(sun, land - r * 0.55, r, b) +
      rocks +
      rect(0, land, w, h - land, a) +
      shadow +
      person(x, feet, h * 0.2, c === ground ? '#161615' : c, true),
    sky: ground,
    floor: a,
  };
};

/** Three mountains in light and shade. */
export const peaks: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const peak = (x: number, top: number, wide: number, lit: string, shade: string, cap: boolean): string => {
    const foot = h + 2;
    const slope = (foot - top) / wide;
    const cut = top + (foot - top) * 0.2;
    const at = (y: number): number => (y - top) / slope;
    const crown = cap
      ? poly(
          [
            [x, top],
            [x + at(cut), cut],
            [x + at(cut) * 0.4, cut - 26],
            [x, cut + 34],
            [x - at(cut) * 0.45, cut - 20],
            [x - at(cut), cut],
          ],
          ink,
        )
      : '';
    return (
      poly(
        [
          [x - wide, foot],
          [x, top],
          [x + wide * 0.06, top + (foot - top) * 0.5],
          [x + wide * 0.2, foot],
        ],
        lit,
      ) +
      poly(
        [
          [x, top],
          [x + wide, foot],
          [x + wide * 0.12, foot],
          [x - wide * 0.08, top + (foot - top) * 0.55],
        ],
        shade,
      ) +
      crown
    );
  };
  const flip = dice.chance(0.5) ? 1 : -1;
  const mid = w / 2;
  const moon = disc(mid - flip * w * 0.27, h * 0.2, Math.min(w, h) * 0.11, b);
  const art =
    moon +
    peak(mid - flip * w * 0.26, h * 0.42, w * 0.52, c, c, false) +
    peak(mid + flip * w * 0.1, h * dice.between(0.16, 0.24), w * 0.56, a, c, true) +
    peak(mid - flip * w * 0.34, h * 0.74, w * 0.6, b, b, false);
  return { art: art + rect(0, h - 3, w, 4, c), sky: ground, floor: c };
};

/** A road that runs straight to the sun. */
export const road: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const far = h * dice.between(0.44, 0.52);
  const x = w * dice.pick([0.5, 0.4, 0.6]);
  const r = Math.min(w, h) * 0.3;
  const asphalt = poly(
    [
      [x - 9, far],
      [x + 9, far],
      [w * 1.02, h],
      [-w * 0.02, h],
    ],
    c,
  );
  const dashes = [0.08, 0.2, 0.4, 0.7].map((share, i) => {
    const [y1, y2] = [far + (h - far) * share, far + (h - far) * (share + 0.05 + i * 0.042)];
    const spread = (y: number): number => 1.5 + ((y - far) / (h - far)) * w * 0.022;
    const mid = (y: number): number => x + ((w / 2 - x) * (y - far)) / (h - far);
    return poly(
      [
        [mid(y1) - spread(y1), y1],
        [mid(y1) + spread(y1), y1],
        [mid(y2) + spread(y2), y2],
        [mid(y2) - spread(y2), y2],
      ],
      ink,
    );
  });
  return {
    art: disc(x, far - r * 0.12, r, b) + rect(0, far, w, h - far, a) + asphalt + dashes.join(''),
    sky: ground,
    floor: c,
  };
};

/** Trunks at night, and something between them. */
export const forest: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const r = Math.min(w, h) * dice.between(0.24, 0.3);
  const moon = disc(w * dice.pick([0.36, 0.6]), h * 0.36, r, dice.chance(0.6) ? b : a);
  const trunk = (x: number, wide: number, fill: string): string => {
    const lean = dice.between(-24, 24);
    const y = h * dice.between(0.2, 0.6);
    const reach = wide * (dice.chance(0.5) ? 2.2 : -2.2);
    const branch = poly(
      [
        [x + (reach > 0 ? wide * 0.4 : -wide * 0.4), y],
        [x + reach, y - Math.abs(reach) * 1.5],
        [x + (reach > 0 ? wide * 0.4 : -wide * 0.4), y + wide * 0.7],
      ],
      fill,
    );
    return (
      poly(
        [
          [x - wide * 0.36 + lean, -4],
          [x + wide * 0.36 + lean, -4],
          [x + wide * 0.62, h + 4],
          [x - wide * 0.62, h + 4],
        ],
        fill,
      ) + branch
    );
  };
  const count = Math.round(w / 170);
  const row = (wide: number, fill: string, offset: number): string =>
    Array.from({ length: count }, (_, i) =>
      trunk(((i + offset) * w) / count + dice.between(-28, 28), wide * dice.between(0.75, 1.25), fill),
    ).join('');
  const eyes = Array.from({ length: 3 }, (_, i) => {
    const [x, y] = [w * (0.2 + i * 0.3) + dice.between(-40, 40), h * dice.between(0.66, 0.84)];
    return oval(x - 15, y, 8, 11, b) + oval(x + 15, y, 8, 11, b);
  });
  const earth = path(d`M0 ${h * 0.9}Q${w * 0.3} ${h * 0.84} ${w * 0.55} ${h * 0.9}T${w} ${h * 0.88}V${h + 2}H0Z`, c);
  return { art: moon + row(46, c, 0.2) + row(74, ground, 0.72) + eyes.join('') + earth, sky: ground, floor: c };
};

/** Rolling fields, round trees and a house. */
export const hills: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const swell = (y: number, rise: number, fill: string): string =>
    path(
      d`M0 ${y}C${w * 0.25} ${y - rise} ${w * 0.4} ${y - rise} ${w * 0.55} ${y}S${w * 0.85} ${y + rise * 0.7} ${w} ${y - rise * 0.2}V${h + 2}H0Z`,
      fill,
    );
  const u = Math.min(w, h) / 10;
  const tree = (x: number, y: number, size: number, fill: string): string =>
    rect(x - size * 0.06, y - size, size * 0.12, size, ink) +
    (dice.chance(0.5)
      ? disc(x, y - size * 1.15, size * 0.5, fill)
      : poly(
          [
            [x, y - size * 2],
            [x + size * 0.48, y - size * 0.45],
            [x - size * 0.48, y - size * 0.45],
          ],
          fill,
        ));
  const [x, y] = [w * 0.62, h * 0.58];
  const house =
    rect(x, y - u * 1.1, u * 1.7, u * 1.6, ink) +
    poly(
      [
        [x - u * 0.3, y - u * 1.05],
        [x + u * 0.85, y - u * 2.1],
        [x + u * 2, y - u * 1.05],
      ],
      b,
    ) +
    rect(x + u * 0.65, y - u * 0.6, u * 0.4, u * 0.45, ground);
  const sun = disc(w * 0.26, h * 0.22, u * 1.25, b) + ring(w * 0.26, h * 0.22, u * 1.7, b, u * 0.1);
  const art =
    sun +
    swell(h * 0.56, h * 0.1, c) +
    house +
    swell(h * 0.7, -h * 0.08, a) +
    tree(w * 0.16, h * 0.72, u * 1.5, c) +
    tree(w * 0.31, h * 0.74, u * 1.1, b) +
    tree(w * 0.88, h * 0.69, u * 1.2, c) +
    swell(h * 0.88, h * 0.06, c);
  return { art, sky: ground, floor: c };
};
