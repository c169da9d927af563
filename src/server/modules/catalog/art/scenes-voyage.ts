import { d, disc, moved, path, poly, rect, ring } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** Rows of round waves, a boat, the moon. */
export const sea: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const rows = 5;
  const top = h * 0.52;
  const r = w / dice.pick([8, 10]);
  const wave = (row: number): string => {
    const y = top + r * 0.55 + ((h - top) * row) / rows;
    const count = Math.ceil(w / (r * 2)) + 2;
    const [fill, inner] = row % 2 ? [a, c] : [c, a];
    const crest = (i: number): string => {
      const x = (i - (row % 2 ? 0.5 : 1)) * r * 2 + r;
      return disc(x, y, r, fill) + disc(x, y, r * 0.62, inner) + disc(x, y, r * 0.3, fill);
    };
    return Array.from({ length: count }, (_, i) => crest(i)).join('') + rect(0, y, w, h - y + 2, fill);
  };
  const u = Math.min(w, h);
  const [x, y] = [w * dice.between(0.4, 0.62), top - r * 0.1];
  const boat = moved(
    poly(
      [
        [-u * 0.15, -u * 0.05],
        [u * 0.17, -u * 0.05],
        [u * 0.11, u * 0.04],
        [-u * 0.1, u * 0.04],
      ],
      ink,
    ) +
      poly(
        [
          [0, -u * 0.07],
          [0, -u * 0.36],
          [u * 0.15, -u * 0.07],
        ],
        ink,
      ) +
      poly(
        [
          [-u * 0.02, -u * 0.07],
          [-u * 0.02, -u * 0.3],
          [-u * 0.11, -u * 0.07],
        ],
        b,
      ),
    x,
    y,
    dice.between(-7, 7),
  );
  const moon = disc(w * (x > w / 2 ? 0.3 : 0.7), h * 0.2, u * 0.12, b);
  return {
    art: moon + boat + Array.from({ length: rows }, (_, i) => wave(i)).join(''),
    sky: ground,
    floor: (rows - 1) % 2 ? a : c,
  };
};

/** A banded planet, its ring and its moons. */
export const orbit: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c }, clip }) => {
  const r = Math.min(w * 0.28, h * 0.3);
  const [x, y, tilt] = [w * 0.5, h * 0.48, dice.between(-34, -14)];
  const bands = [-0.55, -0.1, 0.22, 0.62]
    .map((at, i) => rect(-r, r * at, r * 2, r * (0.1 + (i % 2) * 0.12), i % 2 ? b : c))
    .join('');
  const planet = disc(0, 0, r, a) + clip(disc(0, 0, r, a), bands);
  const hoop = (rx: number): string => d`M${-rx} 0A${rx} ${rx * 0.26} 0 0 0 ${rx} 0`;
  const front = `<path d="${hoop(r * 1.62)}" fill="none" stroke="${ink}" stroke-width="${Math.round(r * 0.07)}"/>`;
  const behind = `<path d="${hoop(r * 1.62)}" transform="scale(1 -1)" fill="none" stroke="${ink}" stroke-width="${Math.round(r * 0.07)}"/>`;
  const stars = Array.from({ length: 16 }, () =>
    disc(w * dice.between(0.03, 0.97), h * dice.between(0.04, 0.96), dice.pick([3, 4, 7]), ink),
  ).join('');
  const moons = disc(w * 0.84, h * 0.17, r * 0.2, b) + disc(w * 0.13, h * 0.83, r * 0.11, a);
  return { art: stars + moved(behind + planet + front, x, y, tilt) + moons, sky: ground, floor: ground };
};

/** A rocket on its way up. */
export const rocket: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const u = Math.min(w, h * 0.8) * 0.17;
  const moon =
    disc(w * 0.78, h * 0.24, u * 1.15, c) +
    disc(w * 0.73, h * 0.2, u * 0.22, ground) +
    disc(w * 0.82, h * 0.3, u * 0.32, ground);
  const flame =
    poly(
      [
        [-u * 0.6, u * 2.1],
        [u * 0.6, u * 2.1],
        [u * 0.34, u * 9],
        [-u * 0.34, u * 9],
      ],
      b,
    ) +
    poly(
      [
        [-u * 0.24, u * 2.1],
        [u * 0.24, u * 2.1],
        [u * 0.12, u * 9],
        [-u * 0.12, u * 9],
      ],
      ink,
    );
  const hull = path(
    d`M0 ${-u * 3}C${u * 1.3} ${-u * 1.6} ${u * 1.1} ${u * 0.8} ${u * 0.7} ${u * 2.1}H${-u * 0.7}C${-u * 1.1} ${u * 0.8} ${-u * 1.3} ${-u * 1.6} 0 ${-u * 3}Z`,
    a,
  );
  const fins =
    poly(
      [
        [u * 0.85, u * 0.7],
        [u * 1.7, u * 2.5],
        [u * 0.66, u * 2.1],
      ],
      c,
    ) +
    poly(
      [
        [-u * 0.85, u * 0.7],
        [-u * 1.7, u * 2.5],
        [-u * 0.66, u * 2.1],
      ],
      c,
    );
  const glass = disc(0, -u * 0.6, u * 0.46, ground) + ring(0, -u * 0.6, u * 0.46, b, u * 0.14);
  const stars = Array.from({ length: 12 }, () =>
    disc(w * dice.between(0.04, 0.96), h * dice.between(0.04, 0.94), dice.pick([4, 5, 8]), ink),
  ).join('');
  return {
    art: stars + moon + moved(flame + fins + hull + glass, w * 0.47, h * 0.42, dice.between(12, 26)),
    sky: ground,
    floor: ground,
  };
};
