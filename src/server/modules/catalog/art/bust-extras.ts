import type { Head, Looks, Tones } from './bust.ts';
import { mix } from './palettes.ts';
import { type Dice, d, disc, halfDisc, line, moved, oval, path, poly, rect, ring } from './shapes.ts';

/** A hat, or nothing for most. It sits on hair cut short. */
export function hat({ x, y, rx, ry }: Head, { dress, trim, accent }: Tones, dice: Dice): string {
  const fill = dice.pick([dress, accent]);
  const band = fill === accent ? trim : accent;
  return dice.pick([
    () =>
      path(
        d`M${x - rx * 1.6} ${y - ry * 0.5}Q${x} ${y - ry * 0.84} ${x + rx * 1.65} ${y - ry * 0.62}L${x + rx * 1.5} ${y - ry * 0.44}Q${x} ${y - ry * 0.6} ${x - rx * 1.5} ${y - ry * 0.36}Z`,
        fill,
      ) +
      path(
        d`M${x - rx * 0.98} ${y - ry * 0.62}L${x - rx * 0.8} ${y - ry * 1.45}Q${x - rx * 0.1} ${y - ry * 1.28} ${x + rx * 0.6} ${y - ry * 1.5}L${x + rx * 1} ${y - ry * 0.66}Z`,
        fill,
      ) +
      poly(
        [
          [x - rx * 0.98, y - ry * 0.62],
          [x - rx * 0.94, y - ry * 0.84],
          [x + rx * 0.93, y - ry * 0.88],
          [x + rx * 1, y - ry * 0.66],
        ],
        band,
      ),
    () =>
      moved(
        oval(0, 0, rx * 1.4, ry * 0.44, fill) +
          rect(-rx * 1, ry * 0.2, rx * 2, ry * 0.16, band, 14) +
          line(
            [
              [rx * 0.2, -ry * 0.4],
              [rx * 0.26, -ry * 0.56],
            ],
            fill,
            16,
            'round',
          ),
        x + rx * 0.14,
        y - ry * 0.92,
        -9,
      ),
    () =>
      halfDisc(x, y - ry * 0.62, rx * 1.04, 0, fill) +
      rect(x - rx * 1.04, y - ry * 0.76, rx * 2.08, ry * 0.15, band) +
      rect(x - rx * 1.4, y - ry * 0.63, rx * 2.8, ry * 0.1, fill, 20),
    () =>
      halfDisc(x, y - ry * 0.5, rx * 1.14, 0, fill) +
      path(
        d`M${x - rx * 0.2} ${y - ry * 0.6}H${x + rx * 1.2}Q${x + rx * 1.7} ${y - ry * 0.5} ${x + rx * 1.72} ${y - ry * 0.38}Q${x + rx * 0.9} ${y - ry * 0.5} ${x - rx * 0.2} ${y - ry * 0.48}Z`,
        band,
      ),
  ])();
}

/** Glasses, moustache or beard. */
export function extras(
  { x, y, rx, ry }: Head,
  { hair: fill, dark, skin }: Tones,
  dice: Dice,
  looks: Looks,
  glasses: boolean,
): string {
  const [ey, r] = [y - ry * 0.05, rx * 0.34];
  const bridge =
    line(
      [
        [x - rx * 0.13, ey - r * 0.2],
        [x + rx * 0.13, ey - r * 0.2],
      ],
      dark,
      12,
    ) +
    line(
      [
        [x - rx * 1.02, ey - r * 0.3],
        [x - rx * 0.78, ey - r * 0.2],
      ],
      dark,
      12,
    ) +
    line(
      [
        [x + rx * 0.78, ey - r * 0.2],
        [x + rx * 1.02, ey - r * 0.3],
      ],
      dark,
      12,
    );
  const frames = dice.pick<() => string>([
    () => ring(x - rx * 0.46, ey, r, dark, 14) + ring(x + rx * 0.46, ey, r, dark, 14),
    () =>
      [-0.46, 0.46]
        .map(
          (at) =>
            `<rect x="${Math.round(x + rx * at - r)}" y="${Math.round(ey - r * 0.74)}" width="${Math.round(r * 2)}" height="${Math.round(r * 1.5)}" rx="16" fill="none" stroke="${dark}" stroke-width="17"/>`,
        )
        .join(''),
    () => disc(x - rx * 0.46, ey, r * 1.02, dark) + disc(x + rx * 0.46, ey, r * 1.02, dark),
  ])();
  const colour = fill === skin ? dark : fill;
  const my = y + ry * 0.45;
  const whiskers = dice.pick<() => string>([
    () => '',
    () =>
      path(
        d`M${x} ${my - ry * 0.06}Q${x - rx * 0.3} ${my - ry * 0.1} ${x - rx * 0.46} ${my + ry * 0.09}Q${x - rx * 0.2} ${my + ry * 0.08} ${x} ${my + ry * 0.04}Q${x + rx * 0.2} ${my + ry * 0.08} ${x + rx * 0.46} ${my + ry * 0.09}Q${x + rx * 0.3} ${my - ry * 0.1} ${x} ${my - ry * 0.06}Z`,
        colour,
      ),
    () => '',
    () =>
      path(
        d`M${x - rx * 1.02} ${y}C${x - rx * 1.05} ${y + ry * 0.9} ${x - rx * 0.5} ${y + ry * 1.24} ${x} ${y + ry * 1.24}S${x + rx * 1.05} ${y + ry * 0.9} ${x + rx * 1.02} ${y}Q${x + rx * 0.8} ${y + ry * 0.36} ${x + rx * 0.42} ${y + ry * 0.4}Q${x} ${y + ry * 0.34} ${x - rx * 0.42} ${y + ry * 0.4}Q${x - rx * 0.8} ${y + ry * 0.36} ${x - rx * 1.02} ${y}Z`,
        colour,
      ) +
      path(
        d`M${x - rx * 0.24} ${y + ry * 0.58}Q${x} ${y + ry * 0.53} ${x + rx * 0.24} ${y + ry * 0.58}Q${x} ${y + ry * 0.7} ${x - rx * 0.24} ${y + ry * 0.58}Z`,
        mix(skin, dark, 0.25),
      ),
  ])();
  return (looks.whiskers ? whiskers : '') + (glasses ? frames + bridge : '');
}
