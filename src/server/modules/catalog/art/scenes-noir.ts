import { boldestOn, contrast } from './palettes.ts';
import { disc, person, poly, rect } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** Light through blinds on a man in a hat. */
export const blinds: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c }, clip }) => {
  const dark = contrast(ground, '#000000') < contrast(ink, '#000000') ? ground : ink;
  const band = b === dark ? a : b;
  const flip = dice.chance(0.5) ? -1 : 1;
  const slat = h / dice.pick([11, 13]);
  const lean = h * 0.16;
  const slats = Array.from({ length: 18 }, (_, i) => {
    const y = i * slat - lean;
    return poly(
      [
        [0, y + lean],
        [w, y],
        [w, y + slat * 0.56],
        [0, y + lean + slat * 0.56],
      ],
      a,
    );
  }).join('');
  const u = Math.min(w, h) * 0.5;
  const x = w * 0.5 + flip * w * 0.06;
  const base = h + 4;
  const man =
    poly(
      [
        [-u * 0.82, 0],
        [-u * 0.74, -u * 0.36],
        [-u * 0.22, -u * 0.62],
        [u * 0.22, -u * 0.62],
        [u * 0.74, -u * 0.36],
        [u * 0.82, 0],
      ],
      dark,
    ) +
    rect(-u * 0.15, -u * 0.82, u * 0.3, u * 0.3, dark) +
    `<ellipse cx="0" cy="${-u * 1.02}" rx="${u * 0.27}" ry="${u * 0.34}" fill="${dark}"/>` +
    poly(
      [
        [-u * 0.56, -u * 1.14],
        [u * 0.5, -u * 1.3],
        [u * 0.55, -u * 1.2],
        [-u * 0.54, -u * 1.05],
      ],
      dark,
    ) +
    poly(
      [
        [-u * 0.3, -u * 1.16],
        [-u * 0.26, -u * 1.54],
        [-u * 0.04, -u * 1.5],
        [u * 0.22, -u * 1.62],
        [u * 0.3, -u * 1.24],
      ],
      dark,
    ) +
    poly(
      [
        [-u * 0.3, -u * 1.18],
        [u * 0.3, -u * 1.27],
        [u * 0.29, -u * 1.36],
        [-u * 0.29, -u * 1.27],
      ],
      band,
    ) +
    poly(
      [
        [0, -u * 0.52],
        [u * 0.07, -u * 0.44],
        [u * 0.03, -u * 0.36],
        [u * 0.1, 0],
        [-u * 0.1, 0],
        [-u * 0.03, -u * 0.36],
        [-u * 0.07, -u * 0.44],
      ],
      band,
    ) +
    poly(
      [
        [-u * 0.22, -u * 0.6],
        [0, -u * 0.5],
        [-u * 0.2, -u * 0.34],
        [-u * 0.34, -u * 0.54],
      ],
      c,
    ) +
    poly(
      [
        [u * 0.22, -u * 0.6],
        [0, -u * 0.5],
        [u * 0.2, -u * 0.34],
        [u * 0.34, -u * 0.54],
      ],
      c,
    );
  const figure = `<g transform="translate(${x} ${base}) scale(${flip} 1)">${man}</g>`;
  return { art: clip(rect(0, 0, w, h, a), slats) + figure + rect(0, h - 2, w, 4, dark), sky: ground, floor: dark };
};

/** Doorway behind doorway. */
export const corridor: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const depth = dice.pick([5, 6]);
  const [x, y] = [w / 2, h * 0.54];
  const rooms = Array.from({ length: depth }, (_, i) => {
    const share = (1 - i / depth) ** 1.35;
    return rect(x - (w / 2) * share, y - y * share, w * share, h * share, i === 0 ? ground : i % 2 ? a : c);
  }).join('');
  const last = (1 / depth) ** 1.35 * 1.9;
  const [wide, tall] = [w * last, h * last];
  const floor = y + (h - y) * last;
  const glow = poly(
    [
      [x - wide * 0.2, floor],
      [x + wide * 0.2, floor],
      [x + w * 0.24, h],
      [x - w * 0.24, h],
    ],
    b,
  );
  const end = rect(x - wide / 2, y - y * last, wide, tall, b);
  const shadow = poly(
    [
      [x - 6, floor],
      [x + 6, floor],
      [x + w * 0.07, h],
      [x - w * 0.07, h],
    ],
    boldestOn(b, [ground, ink]),
  );
  return {
    art: rooms + glow + end + shadow + person(x, floor + 4, tall * 0.72, boldestOn(b, [ground, ink])),
    sky: ground,
    floor: ground,
  };
};

/** A door left open. */
export const door: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const flip = dice.chance(0.5);
  const [left, right, top, foot] = [w * 0.36, w * 0.62, h * 0.14, h * 0.66];
  const beam = poly(
    [
      [left, foot],
      [right, foot],
      [w * 0.86, h + 2],
      [-w * 0.06, h + 2],
    ],
    a,
  );
  const frame = rect(left, top, right - left, foot - top, a);
  const leafOpen =
    poly(
      [
        [right, top],
        [right + w * 0.2, top + h * 0.06],
        [right + w * 0.2, foot + h * 0.09],
        [right, foot],
      ],
      c,
    ) + disc(right + w * 0.165, (top + foot) / 2 + h * 0.05, w * 0.013, b);
  const dark = boldestOn(a, [ground, ink, '#161615']);
  const x = (left + right) / 2;
  const shadow = poly(
    [
      [x - w * 0.02, foot + 8],
      [x + w * 0.02, foot + 8],
      [x + w * 0.02, h + 2],
      [x - w * 0.22, h + 2],
    ],
    dark,
  );
  const who = person(x, foot + 10, (foot - top) * 0.74, dark, dice.chance(0.5));
  const art = rect(0, foot - 3, w, 6, c) + beam + frame + shadow + who + leafOpen;
  return { art: flip ? `<g transform="translate(${w} 0) scale(-1 1)">${art}</g>` : art, sky: ground, floor: ground };
};
