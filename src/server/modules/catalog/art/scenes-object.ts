import { boldestOn } from './palettes.ts';
import { d, disc, halfDisc, leaf, line, moved, oval, path, poly, rect, ring, stroke } from './shapes.ts';
import type { Scene } from './sheet.ts';

/** Flowers on straight stems. */
export const bloom: Scene = ({ w, h, dice, colours: { ground, a, b, c } }) => {
  const count = dice.pick([1, 3, 3]);
  const flower = (x: number, y: number, r: number, petals: number, colour: string, heart: string): string => {
    const stem =
      rect(x - r * 0.055, y, r * 0.11, h - y, c) +
      leaf(x, y + r * 1.9, r * 0.95, 52, c) +
      leaf(x, y + r * 2.3, r * 0.95, -52, c);
    const crown = Array.from({ length: petals }, (_, i) => leaf(x, y, r, (i * 360) / petals, colour, 0.6));
    return stem + crown.join('') + disc(x, y, r * 0.24, heart);
  };
  if (count === 1)
    return {
      art: flower(w * 0.5, h * 0.4, Math.min(w * 0.42, h * 0.36), dice.pick([8, 10, 12]), a, b),
      sky: ground,
      floor: ground,
    };
  const r = Math.min(w * 0.235, h * 0.22);
  const art =
    flower(w * 0.23, h * dice.between(0.4, 0.55), r * 0.85, 8, b, a) +
    flower(w * 0.77, h * dice.between(0.45, 0.6), r * 0.75, 6, b, a) +
    flower(w * 0.5, h * 0.26, r, dice.pick([8, 10]), a, b);
  return { art, sky: ground, floor: ground };
};

/** A hanging mobile of leaves and discs. */
export const mobile: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const thin = Math.min(w, h) * 0.006;
  const hung = (x: number, y: number, drop: number, shape: string): string =>
    line(
      [
        [x, y],
        [x, y + drop],
      ],
      ink,
      thin,
    ) + moved(shape, x, y + drop);
  const arm = (x: number, y: number, left: number, right: number, sag: number): string =>
    stroke(d`M${x - left} ${y + sag}Q${x} ${y - sag} ${x + right} ${y + sag * 0.4}`, ink, thin);
  const u = Math.min(w, h * 0.9);
  const [x, top] = [w * 0.52, h * 0.14];
  const pieces = dice.chance(0.5) ? [a, b, c, a] : [b, a, a, c];
  const shapes = [
    oval(0, u * 0.09, u * 0.15, u * 0.1, pieces[0] ?? a),
    disc(0, u * 0.12, u * 0.12, pieces[1] ?? b),
    leaf(0, u * 0.34, u * 0.34, 0, pieces[2] ?? c, 0.56),
    poly(
      [
        [0, 0],
        [u * 0.13, u * 0.2],
        [-u * 0.1, u * 0.23],
      ],
      pieces[3] ?? a,
    ),
  ];
  const art =
    line(
      [
        [x, 0],
        [x, top],
      ],
      ink,
      thin,
    ) +
    arm(x, top, u * 0.34, u * 0.24, u * 0.05) +
    hung(x - u * 0.34, top + u * 0.05, u * 0.1, shapes[1] ?? '') +
    line(
      [
        [x + u * 0.24, top + u * 0.02],
        [x + u * 0.24, top + u * 0.3],
      ],
      ink,
      thin,
    ) +
    arm(x + u * 0.24, top + u * 0.3, u * 0.2, u * 0.14, u * 0.03) +
    hung(x + u * 0.04, top + u * 0.33, u * 0.14, shapes[2] ?? '') +
    hung(x + u * 0.38, top + u * 0.312, u * 0.06, shapes[3] ?? '') +
    line(
      [
        [x - u * 0.34, top + u * 0.37],
        [x - u * 0.34, top + u * 0.52],
      ],
      ink,
      thin,
    ) +
    moved(shapes[0] ?? '', x - u * 0.34, top + u * 0.5);
  return { art, sky: ground, floor: ground };
};

/** A record turning, seen from above. */
export const record: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const r = Math.min(w * 0.46, h * 0.44);
  const [x, y] = [w * dice.pick([0.5, 0.3]), h * 0.5];
  const dark = ground === c ? ink : c;
  const grooves = Array.from({ length: 5 }, (_, i) => ring(x, y, r * (0.92 - i * 0.11), ground, r * 0.012)).join('');
  const glint = [20, 200]
    .map((turn) =>
      moved(path(d`M0 0L${r * 0.98} ${-r * 0.16}A${r} ${r} 0 0 1 ${r * 0.98} ${r * 0.16}Z`, ground), x, y, turn),
    )
    .join('');
  const label =
    disc(x, y, r * 0.36, a) + halfDisc(x, y, r * 0.36, dice.whole(0, 5) * 30, b) + disc(x, y, r * 0.05, ground);
  return { art: disc(x, y, r, dark) + glint + grooves + label, sky: ground, floor: ground };
};

/** A blade across the moon. */
export const blade: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c } }) => {
  const u = Math.min(w, h * 0.72);
  const disced = disc(w / 2, h * 0.46, u * 0.36, a);
  const steel = boldestOn(a, [ground, ink, b]);
  const edge =
    poly(
      [
        [-u * 0.085, -u * 0.2],
        [0.6, -u * 0.2],
        [0.6, u * 0.66],
        [-u * 0.085, u * 0.44],
      ],
      steel,
    ) +
    poly(
      [
        [u * 0.085, -u * 0.2],
        [0, -u * 0.2],
        [0, u * 0.66],
        [u * 0.085, u * 0.44],
      ],
      c,
    );
  const hilt =
    rect(-u * 0.2, -u * 0.25, u * 0.4, u * 0.06, b, u * 0.02) +
    rect(-u * 0.035, -u * 0.48, u * 0.07, u * 0.24, c) +
    disc(0, -u * 0.5, u * 0.06, b);
  const drops = [0.72, 0.84].map((at, i) =>
    path(
      d`M0 ${u * at}c${u * 0.05} ${u * 0.07} ${u * 0.03} ${u * 0.1} 0 ${u * 0.1}s${-u * 0.05} ${-u * 0.03} 0 ${-u * 0.1}Z`,
      i ? b : a,
    ),
  );
  const lean = dice.pick([0, 14, -14]);
  return {
    art: disced + moved(edge + hilt + (lean ? '' : drops.join('')), w / 2, h * 0.44, lean),
    sky: ground,
    floor: ground,
  };
};

/** A mask of two halves. */
export const mask: Scene = ({ w, h, dice, colours: { ground, ink, a, b, c }, clip }) => {
  const u = Math.min(w * 0.36, h * 0.36);
  const [x, y] = [w / 2, h * 0.5];
  const face = path(
    d`M${x - u} ${y - u * 1.1}Q${x} ${y - u * 1.4} ${x + u} ${y - u * 1.1}V${y + u * 0.1}C${x + u} ${y + u * 0.8} ${x + u * 0.4} ${y + u * 1.3} ${x} ${y + u * 1.3}C${x - u * 0.4} ${y + u * 1.3} ${x - u} ${y + u * 0.8} ${x - u} ${y + u * 0.1}Z`,
    a,
  );
  const dark = boldestOn(a, [ground, ink]);
  const brow = stroke(
    d`M${x - u * 0.72} ${y - u * 0.5}Q${x - u * 0.42} ${y - u * 0.85} ${x - u * 0.14} ${y - u * 0.5}`,
    dark,
    u * 0.07,
  );
  const nose = poly(
    [
      [x, y - u * 0.5],
      [x + u * 0.22, y + u * 0.28],
      [x, y + u * 0.28],
    ],
    dark,
  );
  const eyes =
    halfDisc(x - u * 0.44, y - u * 0.12, u * 0.24, 0, dark) +
    halfDisc(x + u * 0.44, y - u * 0.22, u * 0.24, 180, boldestOn(b, [ground, ink]));
  const mouth = dice.chance(0.5)
    ? halfDisc(x, y + u * 0.56, u * 0.42, 180, c)
    : halfDisc(x, y + u * 0.92, u * 0.36, 0, c);
  const ribbon = stroke(
    d`M${x - u} ${y - u * 0.3}C${x - u * 1.5} ${y - u * 0.2} ${x - u * 1.3} ${y + u * 0.6} ${x - u * 1.7} ${y + u * 0.9}M${x + u} ${y - u * 0.3}C${x + u * 1.5} ${y - u * 0.2} ${x + u * 1.3} ${y + u * 0.6} ${x + u * 1.7} ${y + u * 0.9}`,
    c,
    u * 0.1,
  );
  return {
    art: ribbon + face + clip(face, rect(x, y - u * 2, u * 2, u * 4, b)) + brow + nose + eyes + mouth,
    sky: ground,
    floor: ground,
  };
};
