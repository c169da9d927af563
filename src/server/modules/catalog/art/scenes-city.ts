import { boldestOn } from './palettes.ts';
import { disc, line, moved, person, poly, rect } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** Towers with a few windows lit. */
export const city: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const u = w / 10;
  const row = (base: number, fill: string, lit: string, spread: number): string => {
    let x = -u * 0.3;
    let art = '';
    while (x < w) {
      const wide = u * dice.pick([1.1, 1.5, 1.9]);
      const top = base - h * dice.between(0, spread);
      const crown = dice.pick([
        () => '',
        () =>
          poly(
            [
              [x, top + 1],
              [x + wide / 2, top - wide * 0.8],
              [x + wide, top + 1],
            ],
            fill,
          ),
        () =>
          rect(x + wide * 0.2, top - wide * 0.36, wide * 0.6, wide * 0.4, fill) +
          rect(x + wide * 0.46, top - wide * 1.1, wide * 0.08, wide, fill),
        () =>
          poly(
            [
              [x, top + 1],
              [x, top - wide * 0.5],
              [x + wide, top + 1],
            ],
            fill,
          ),
      ])();
      art += rect(x, top, wide + 0.5, h - top + 2, fill) + crown;
      const columns = Math.max(2, Math.round(wide / 42));
      for (let y = top + 34; y < h - 40; y += 46) {
        for (let i = 0; i < columns; i += 1)
          if (dice.chance(0.34)) art += rect(x + wide * ((i + 0.5) / columns) - 8, y, 16, 24, lit);
      }
      x += wide + (dice.chance(0.3) ? u * 0.14 : 0);
    }
    return art;
  };
  const moon = disc(w * dice.pick([0.28, 0.5, 0.72]), h * 0.24, Math.min(w, h) * dice.between(0.15, 0.21), b);
  return {
    art: moon + row(h * 0.58, c, a, 0.28) + row(h * 0.84, a, ground, 0.24) + rect(0, h - 4, w, 6, a),
    sky: ground,
    floor: a,
  };
};

/** Steps that lead to somebody. */
export const stairs: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const steps = dice.pick([6, 7, 8]);
  const [run, rise] = [w / steps, (h * 0.56) / steps];
  const blocks = Array.from({ length: steps }, (_, i) => {
    const [x, y] = [i * run, h * 0.94 - (i + 1) * rise];
    return rect(x, y, run + 0.6, h - y + 2, i % 2 ? c : a) + rect(x, y, run + 0.6, rise * 0.16, b);
  }).join('');
  const top = h * 0.94 - steps * rise;
  const r = Math.min(w, h) * 0.24;
  const figure = person(
    w - run * 1.5,
    top + rise,
    Math.min(h * 0.22, w * 0.24),
    boldestOn(b, [ground, c, '#161615']),
    dice.chance(0.5),
  );
  const art = disc(w - run * 1.5, top + rise - r * 0.5, r, b) + blocks + figure;
  return {
    art: dice.chance(0.5) ? art : `<g transform="translate(${w} 0) scale(-1 1)">${art}</g>`,
    sky: ground,
    floor: ground,
  };
};

/** The windows across the yard. */
export const windows: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const columns = w > h * 1.2 ? 6 : 4;
  const cell = w / columns;
  const rows = Math.max(2, Math.round(h / (cell * 1.22)));
  const tall = h / rows;
  const special = dice.whole(0, rows * columns - 1);
  const pane = (i: number): string => {
    const [pw, ph] = [cell * 0.58, tall * 0.62];
    const lit = i === special || dice.chance(0.34);
    const light = i === special ? b : a;
    const dark = boldestOn(light, [ground, ink, '#161615']);
    const inside = dice.pick([
      () => rect(0, 0, pw, ph * dice.between(0.25, 0.6), c),
      () =>
        poly(
          [
            [0, 0],
            [pw * 0.4, 0],
            [0, ph],
          ],
          c,
        ) +
        poly(
          [
            [pw, 0],
            [pw * 0.6, 0],
            [pw, ph],
          ],
          c,
        ),
      () =>
        line(
          [
            [pw * 0.5, 0],
            [pw * 0.5, ph * 0.3],
          ],
          dark,
          4,
        ) +
        poly(
          [
            [pw * 0.5, ph * 0.26],
            [pw * 0.68, ph * 0.42],
            [pw * 0.32, ph * 0.42],
          ],
          dark,
        ),
      () => rect(pw * 0.2, ph * 0.72, pw * 0.26, ph * 0.28, dark) + disc(pw * 0.33, ph * 0.58, pw * 0.18, c),
    ])();
    const who =
      disc(pw * 0.5, ph * 0.42, pw * 0.15, dark) +
      poly(
        [
          [pw * 0.2, ph],
          [pw * 0.28, ph * 0.62],
          [pw * 0.72, ph * 0.62],
          [pw * 0.8, ph],
        ],
        dark,
      );
    const content =
      rect(0, 0, pw, ph, lit ? light : c) +
      (i === special ? who : lit ? inside : '') +
      rect(-pw * 0.08, ph, pw * 1.16, ph * 0.05, lit ? light : c);
    return moved(content, (i % columns) * cell + cell * 0.21, Math.floor(i / columns) * tall + tall * 0.19);
  };
  return { art: Array.from({ length: rows * columns }, (_, i) => pane(i)).join(''), sky: ground, floor: ground };
};
