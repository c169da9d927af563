import { disc, halfDisc, leaf, line, moved, poly, quarter, rect } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** Two discs, one in the way of the other. */
export const eclipse: Scene = ({ w, h, dice, colours: { ground, a, b, c }, clip }) => {
  const r = Math.min(w * 0.44, h * 0.42);
  const [x, y] = [w * dice.pick([0.4, 0.5, 0.6]), h * 0.5];
  const turn = dice.between(0, Math.PI * 2);
  const [x2, y2, r2] = [x + Math.cos(turn) * r * 0.8, y + Math.sin(turn) * r * 0.55, r * dice.between(0.42, 0.66)];
  const overlap = clip(disc(x, y, r, a), disc(x2, y2, r2, c === ground ? b : c));
  return { art: disc(x, y, r, a) + disc(x2, y2, r2, b) + overlap, sky: ground, floor: ground };
};

/** A disc cut in two, its halves slid apart. */
export const parted: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const r = Math.min(w * 0.36, h * 0.4);
  const slide = r * dice.between(0.25, 0.5);
  const turn = dice.pick([0, 90, 45, -45]);
  const halves = halfDisc(-slide, -6, r, 0, a) + halfDisc(slide, 6, r, 180, dice.chance(0.5) ? b : c);
  const pearl = disc(slide + r * 0.2, -r * 0.42, r * 0.2, b) + disc(-slide - r * 0.2, r * 0.42, r * 0.2, a);
  return { art: moved(halves + pearl, w / 2, h / 2, turn), sky: ground, floor: ground };
};

/** Rings whose lower half has turned away from the upper. */
export const target: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const most = dice.whole(6, 8);
  const r = Math.min(w * 0.47, h * 0.46);
  const shift = dice.chance(0.5) ? r / most : 0;
  const halves = (turn: number, colour: string): string =>
    Array.from({ length: most }, (_, i) => halfDisc(0, 1.5, r * (1 - i / most), turn, i % 2 ? ground : colour)).join(
      '',
    );
  const art =
    moved(halves(0, a), -shift, 0) + moved(halves(180, shift ? a : c), shift, 0) + disc(0, 0, (r / most) * 1.1, b);
  return { art: moved(art, w / 2, h * 0.5, dice.pick([0, 90, 0, 30])), sky: ground, floor: ground };
};

/** A line that winds inwards and takes somebody with it. */
export const spiral: Scene = ({ w, h, dice, colours: { ground, a, b } }) => {
  const turns = dice.whole(5, 7);
  const [x, y, reach] = [w * 0.5, h * 0.48, Math.hypot(w, h) * 0.56];
  const edge = (offset: number): [number, number][] =>
    Array.from({ length: turns * 48 }, (_, i) => {
      const share = i / (turns * 48 - 1);
      const [angle, r] = [share * turns * Math.PI * 2 + offset, share ** 1.25 * reach];
      return [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
    });
  const width = Math.PI * dice.between(0.75, 1);
  // The two edges meet along the outermost circle: a straight line between them would cut through the whole spiral.
  const rim = Array.from({ length: 24 }, (_, i): [number, number] => {
    const angle = turns * Math.PI * 2 + (width * i) / 23;
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  const band = poly([...edge(0), ...rim, ...edge(width).reverse()], a);
  const u = Math.min(w, h) * 0.034;
  const falling =
    disc(0, -u * 2.1, u * 0.8, b) +
    line(
      [
        [0, -u],
        [0, u],
      ],
      b,
      u * 1.3,
      'round',
    ) +
    line(
      [
        [-u * 2.2, -u * 1.6],
        [0, -u * 0.7],
        [u * 2.2, -u * 1.5],
      ],
      b,
      u * 0.62,
      'round',
    ) +
    line(
      [
        [-u * 1.5, u * 3.2],
        [0, u],
        [u * 1.8, u * 2.8],
      ],
      b,
      u * 0.7,
      'round',
    );
  return {
    art: band + disc(x, y, u * 4.4, ground) + moved(falling, x, y, dice.between(-40, 40)),
    sky: ground,
    floor: ground,
  };
};

/** Rays from a low sun. */
export const burst: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const [x, y, far] = [w * dice.pick([0.5, 0.3, 0.7]), h * dice.pick([1, 1, 0.62]), Math.hypot(w, h) * 1.2];
  const rays = dice.whole(9, 14) * 2;
  const wedge = (i: number): string => {
    const [from, to] = [(i / rays) * Math.PI * 2, ((i + 1) / rays) * Math.PI * 2];
    return poly(
      [
        [x, y],
        [x + Math.cos(from) * far, y + Math.sin(from) * far],
        [x + Math.cos(to) * far, y + Math.sin(to) * far],
      ],
      a,
    );
  };
  const r = Math.min(w, h) * dice.between(0.24, 0.32);
  const art =
    Array.from({ length: rays / 2 }, (_, i) => wedge(i * 2)).join('') +
    disc(x, y, r * 1.32, ground) +
    disc(x, y, r, b) +
    disc(x, y, r * 0.52, c);
  return { art, sky: ground, floor: ground };
};

/** A wall of tiles cut from circles and squares. */
export const tiles: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const columns = dice.pick([3, 4, 4]);
  const side = w / columns;
  const rows = Math.max(1, Math.round(h / side));
  const tall = h / rows;
  const one = (): string => {
    const [back, front] = dice.pick([
      [ground, a],
      [a, ground],
      [b, ground],
      [ground, c],
      [c, b],
      [ground, b],
      [a, b],
      [c, ground],
      [ground, ink],
    ]);
    const base = rect(0, 0, side + 0.6, side + 0.6, back);
    const [turn, m] = [dice.whole(0, 3) * 90, side / 2];
    // A little too large, so that no hairline shows between two tiles.
    const spun = (content: string): string =>
      base + moved(moved(content, -m * 1.008, -m * 1.008, 0, 1.008), m, m, turn);
    return dice.pick([
      () => spun(quarter(0, 0, side, 0, front)),
      () => spun(quarter(0, 0, side, 0, front) + quarter(0, 0, m, 0, back)),
      () => spun(halfDisc(m, m, m, 0, front)),
      () => spun(halfDisc(m, side, m, 0, front) + halfDisc(m, m, m, 0, front)),
      () => base + disc(m, m, m, front) + disc(m, m, m * 0.45, back),
      () =>
        spun(
          poly(
            [
              [0, 0],
              [side, 0],
              [0, side],
            ],
            front,
          ),
        ),
      () => spun(leaf(0, side, side * Math.SQRT2, 45, front, Math.SQRT1_2)),
      () => spun(rect(0, 0, side, m, front)),
    ])();
  };
  const art = Array.from({ length: rows * columns }, (_, i) =>
    moved(`<g transform="scale(1 ${tall / side})">${one()}</g>`, (i % columns) * side, Math.floor(i / columns) * tall),
  );
  return { art: art.join(''), sky: ground, floor: ground };
};
