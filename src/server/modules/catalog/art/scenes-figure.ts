import { BLACK, boldestOn, PAPER } from './palettes.ts';
import { d, disc, halfDisc, leaf, line, moved, oval, path, poly, rect } from './shapes.ts';
import type { Scene } from './sheet.ts';

// A head in profile that looks to the right, in a box about 1 wide and 1.5 high, standing on 0.
const HEAD = (u: number): string =>
  d`M${-u * 0.34} 0C${-u * 0.3} ${-u * 0.28} ${-u * 0.36} ${-u * 0.42} ${-u * 0.46} ${-u * 0.62}C${-u * 0.66} ${-u * 1.06} ${-u * 0.4} ${-u * 1.5} ${u * 0.04} ${-u * 1.5}C${u * 0.36} ${-u * 1.5} ${u * 0.46} ${-u * 1.3} ${u * 0.46} ${-u * 1.08}L${u * 0.44} ${-u * 0.98}L${u * 0.64} ${-u * 0.72}L${u * 0.5} ${-u * 0.67}L${u * 0.55} ${-u * 0.57}L${u * 0.48} ${-u * 0.53}L${u * 0.53} ${-u * 0.44}L${u * 0.46} ${-u * 0.39}C${u * 0.52} ${-u * 0.24} ${u * 0.4} ${-u * 0.2} ${u * 0.2} ${-u * 0.22}C${u * 0.14} ${-u * 0.2} ${u * 0.16} ${-u * 0.08} ${u * 0.24} 0Z`;

/** A head with something on its mind. */
export const thought: Scene = ({ w, h, dice, colours: { ground, a, b, c }, clip }) => {
  const u = Math.min(w * 0.72, h * 0.6);
  const flip = dice.chance(0.5) ? -1 : 1;
  const inner = dice.pick([
    () => Array.from({ length: 5 }, (_, i) => disc(0, -u * 1.02, u * (0.4 - i * 0.08), i % 2 ? a : b)).join(''),
    () => disc(u * 0.06, -u * 0.9, u * 0.28, b) + rect(-u, -u * 0.78, u * 2, u, c),
    () =>
      Array.from({ length: 9 }, (_, i) => rect(-u, -u * 1.5 + i * u * 0.18, u * 2, u * 0.08, i % 2 ? b : c)).join(''),
    () => Array.from({ length: 7 }, (_, i) => leaf(0, -u * 0.5, u * 0.7, -54 + i * 18, i % 2 ? c : b, 0.7)).join(''),
  ])();
  const shape = path(HEAD(u), a);
  return {
    art: `<g transform="translate(${w / 2} ${h + 2}) scale(${flip} 1)">${shape}${clip(shape, inner)}</g>`,
    sky: ground,
    floor: ground,
  };
};

/** Two who face each other. */
export const pair: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const u = Math.min(w * 0.56, h * 0.58);
  const one = (x: number, way: number, fill: string): string =>
    `<g transform="translate(${x} ${h + 2}) scale(${way} 1)">${path(HEAD(u), fill)}</g>`;
  const between = disc(w / 2, h * dice.between(0.22, 0.28), u * 0.2, b);
  const gap = dice.between(0.64, 0.72) * u;
  return { art: between + one(w / 2 - gap, 1, a) + one(w / 2 + gap, -1, c), sky: ground, floor: ground };
};

/** An eye that does not blink. */
export const eye: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c }, clip }) => {
  const r = Math.min(w * 0.44, h * 0.6);
  const [x, y] = [w / 2, h * 0.52];
  const white = boldestOn(ground, [ink, a]);
  const shape = path(d`M${x - r} ${y}Q${x} ${y - r * 1.1} ${x + r} ${y}Q${x} ${y + r * 1.1} ${x - r} ${y}Z`, white);
  const iris =
    disc(x, y, r * 0.46, b) +
    disc(x, y, r * 0.35, white === a ? c : a) +
    disc(x, y, r * 0.21, BLACK) +
    disc(x + r * 0.13, y - r * 0.15, r * 0.075, PAPER);
  const count = dice.pick([7, 9]);
  const lashes = Array.from({ length: count }, (_, i) => {
    const turn = -60 + (i * 120) / (count - 1);
    return moved(
      poly(
        [
          [-r * 0.035, 0],
          [r * 0.035, 0],
          [0, -r * (0.34 - Math.abs(turn) * 0.0016)],
        ],
        a,
      ),
      x + Math.sin((turn * Math.PI) / 180) * r * 0.94,
      y - Math.cos((turn * Math.PI) / 180) * r * 0.62,
      turn,
    );
  }).join('');
  const drop = dice.chance(0.5)
    ? path(
        d`M${x - r * 0.3} ${y + r * 0.55}c${r * 0.2} ${r * 0.28} ${r * 0.13} ${r * 0.4} 0 ${r * 0.4}s${-r * 0.2} ${-r * 0.12} 0 ${-r * 0.4}Z`,
        b,
      )
    : '';
  return { art: lashes + shape + clip(shape, iris) + drop, sky: ground, floor: ground };
};

/** A full house seen from behind, and one who turned round. */
export const crowd: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const across = Math.max(4, Math.round(w / 210));
  const cell = w / across;
  const step = cell * 0.66;
  const rows = Math.ceil((h * 0.86) / step);
  const [oddRow, oddSeat] = [dice.whole(2, Math.max(2, rows - 3)), dice.whole(1, across - 2)];
  const bust = (row: number, seat: number): string => {
    const odd = row === oddRow && seat === oddSeat;
    const [x, y] = [(seat + (row % 2 ? 0 : 0.5)) * cell, h - (rows - 1 - row) * step + cell * 0.5];
    const fill = odd ? b : ([a, c, ground][row % 3] ?? a);
    const edge = (row + 2) % 3 === 2 ? a : ground;
    const shoulders = (grow: number, colour: string): string =>
      path(
        d`M${x - cell * 0.44 - grow} ${y + cell}V${y - cell * 0.1}A${cell * 0.44 + grow} ${cell * 0.4 + grow} 0 0 1 ${x + cell * 0.44 + grow} ${y - cell * 0.1}V${y + cell}Z`,
        colour,
      );
    return (
      shoulders(8, edge) +
      disc(x, y - cell * 0.66, cell * 0.23 + 8, edge) +
      shoulders(0, fill) +
      disc(x, y - cell * 0.66, cell * 0.23, fill)
    );
  };
  const seats = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: across + 1 }, (_, seat) => bust(row, seat)).join(''),
  );
  return { art: seats.join(''), sky: ground, floor: ground };
};

/** A large creature of good will, or nearly. */
export const creature: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const u = Math.min(w * 0.36, h * 0.42);
  const [x, top] = [w / 2, h * 0.36];
  const white = boldestOn(a, ['#FFFFFF', '#161615']) === '#FFFFFF' ? '#FFFFFF' : '#FFF9EA';
  const ears = dice.pick([
    () =>
      leaf(x - u * 0.6, top + u * 0.2, u * 0.95, -28, a, 0.6) + leaf(x + u * 0.6, top + u * 0.2, u * 0.95, 28, a, 0.6),
    () =>
      poly(
        [
          [x - u * 0.86, top + u * 0.3],
          [x - u * 0.8, top - u * 0.62],
          [x - u * 0.3, top - u * 0.1],
        ],
        b,
      ) +
      poly(
        [
          [x + u * 0.86, top + u * 0.3],
          [x + u * 0.8, top - u * 0.62],
          [x + u * 0.3, top - u * 0.1],
        ],
        b,
      ),
    () =>
      disc(x - u * 0.78, top + u * 0.08, u * 0.36, a) +
      disc(x + u * 0.78, top + u * 0.08, u * 0.36, a) +
      disc(x - u * 0.78, top + u * 0.08, u * 0.18, b) +
      disc(x + u * 0.78, top + u * 0.08, u * 0.18, b),
    () =>
      line(
        [
          [x - u * 0.3, top],
          [x - u * 0.5, top - u * 0.6],
        ],
        a,
        u * 0.07,
      ) +
      disc(x - u * 0.5, top - u * 0.66, u * 0.13, b) +
      line(
        [
          [x + u * 0.3, top],
          [x + u * 0.5, top - u * 0.6],
        ],
        a,
        u * 0.07,
      ) +
      disc(x + u * 0.5, top - u * 0.66, u * 0.13, b),
  ])();
  const body = path(d`M${x - u} ${h + 2}V${top + u * 0.9}A${u} ${u} 0 0 1 ${x + u} ${top + u * 0.9}V${h + 2}Z`, a);
  const pupil = boldestOn(white, [ground, ink, c]);
  const look = dice.between(-0.07, 0.07) * u;
  const eyeAt = (ex: number, ey: number, r: number): string =>
    disc(ex, ey, r, white) + disc(ex + look, ey + r * 0.12, r * 0.5, pupil);
  const eyes = dice.pick([
    () => eyeAt(x, top + u * 0.72, u * 0.38),
    () => eyeAt(x - u * 0.36, top + u * 0.72, u * 0.28) + eyeAt(x + u * 0.36, top + u * 0.72, u * 0.28),
    () =>
      eyeAt(x - u * 0.5, top + u * 0.74, u * 0.2) +
      eyeAt(x, top + u * 0.6, u * 0.26) +
      eyeAt(x + u * 0.5, top + u * 0.74, u * 0.2),
  ])();
  const mouthY = top + u * 1.3;
  const teeth = [-0.26, 0.08].map((at) => rect(x + u * at, mouthY, u * 0.18, u * 0.16, white)).join('');
  const mouth =
    halfDisc(x, mouthY, u * 0.46, 180, pupil) +
    (dice.chance(0.6) ? teeth : oval(x, mouthY + u * 0.33, u * 0.24, u * 0.1, b));
  const cheeks = disc(x - u * 0.72, top + u * 1.16, u * 0.1, b) + disc(x + u * 0.72, top + u * 1.16, u * 0.1, b);
  return { art: disc(w / 2, h * 0.5, u * 1.32, c) + ears + body + eyes + cheeks + mouth, sky: ground, floor: a };
};
