import { type Dice, d, disc, halfDisc, oval, path, rect, stroke } from './shapes.ts';

/** Measures of a head: its centre, its half width and half height, and the line where the picture ends. */
export type Head = { x: number; y: number; rx: number; ry: number; foot: number };
export type Tones = {
  skin: string;
  shade: string;
  hair: string;
  dress: string;
  trim: string;
  accent: string;
  dark: string;
};
/** What hash and trade allow: whiskers on some, fuller hair on others. */
export type Looks = { whiskers: boolean; longHair: boolean; shortHair: boolean };

type Layered = { behind: string; front: string };

/** Face: half in light, half in shade, the border between them drawing the nose. */
export function face(
  { x, y, rx, ry }: Head,
  tones: Tones,
  dice: Dice,
  clip: (shape: string, content: string) => string,
): string {
  const { skin, shade, dark, accent } = tones;
  const jaw = dice.between(0.5, 0.78);
  const shape = path(
    d`M${x - rx} ${y - ry * 0.2}C${x - rx} ${y - ry * 1.32} ${x + rx} ${y - ry * 1.32} ${x + rx} ${y - ry * 0.2}C${x + rx} ${y + ry * 0.4} ${x + rx * jaw} ${y + ry} ${x} ${y + ry}C${x - rx * jaw} ${y + ry} ${x - rx} ${y + ry * 0.4} ${x - rx} ${y - ry * 0.2}Z`,
    skin,
  );
  const side = path(
    d`M${x + rx * 0.04} ${y - ry * 1.3}V${y - ry * 0.18}L${x - rx * 0.2} ${y + ry * 0.26}Q${x - rx * 0.1} ${y + ry * 0.34} ${x + rx * 0.06} ${y + ry * 0.3}V${y + ry * 1.2}H${x + rx * 2}V${y - ry * 1.3}Z`,
    shade,
  );
  const eye = dice.pick(['shut', 'dot', 'lid', 'open']);
  const eyes = [-0.46, 0.46].map((at) => {
    const [ex, ey] = [x + rx * at, y - ry * 0.06];
    const brow = stroke(
      d`M${ex - rx * 0.24} ${ey - ry * 0.17}Q${ex} ${ey - ry * 0.29} ${ex + rx * 0.24} ${ey - ry * 0.17}`,
      tones.hair === skin ? dark : tones.hair,
      rx * 0.075,
    );
    if (eye === 'shut')
      return (
        brow + stroke(d`M${ex - rx * 0.19} ${ey}Q${ex} ${ey + ry * 0.12} ${ex + rx * 0.19} ${ey}`, dark, rx * 0.055)
      );
    if (eye === 'dot') return brow + oval(ex, ey, rx * 0.085, rx * 0.1, dark);
    const white = path(
      d`M${ex - rx * 0.23} ${ey}Q${ex} ${ey - ry * 0.17} ${ex + rx * 0.23} ${ey}Q${ex} ${ey + ry * 0.13} ${ex - rx * 0.23} ${ey}Z`,
      '#FFFDF6',
    );
    const lid =
      eye === 'lid'
        ? path(d`M${ex - rx * 0.25} ${ey}Q${ex} ${ey - ry * 0.2} ${ex + rx * 0.25} ${ey}Z`, dark)
        : stroke(d`M${ex - rx * 0.24} ${ey}Q${ex} ${ey - ry * 0.17} ${ex + rx * 0.24} ${ey}`, dark, rx * 0.045);
    return brow + white + disc(ex, ey + rx * 0.01, rx * 0.1, dark) + lid;
  });
  const my = y + ry * 0.58;
  const mouth = dice.pick([
    () =>
      path(
        d`M${x - rx * 0.27} ${my}Q${x - rx * 0.1} ${my - ry * 0.085} ${x} ${my - ry * 0.035}Q${x + rx * 0.1} ${my - ry * 0.085} ${x + rx * 0.27} ${my}Q${x} ${my + ry * 0.15} ${x - rx * 0.27} ${my}Z`,
        accent,
      ),
    () => stroke(d`M${x - rx * 0.22} ${my}Q${x} ${my + ry * 0.06} ${x + rx * 0.24} ${my - ry * 0.03}`, dark, rx * 0.06),
    () => halfDisc(x + rx * 0.02, my - ry * 0.03, rx * 0.22, 180, accent),
  ])();
  const ears =
    oval(x - rx * 1.02, y + ry * 0.04, rx * 0.13, ry * 0.16, skin) +
    oval(x + rx * 1.02, y + ry * 0.04, rx * 0.13, ry * 0.16, shade);
  return ears + shape + clip(shape, side) + eyes.join('') + mouth;
}

const fringe = ({ x, y, rx, ry }: Head, fill: string, part: number): string =>
  path(
    d`M${x - rx * 1.06} ${y + ry * 0.02}C${x - rx * 1.25} ${y - ry * 1.42} ${x + rx * 1.25} ${y - ry * 1.42} ${x + rx * 1.06} ${y + ry * 0.02}Q${x + rx * 0.98} ${y - ry * 0.4} ${x + rx * 0.66} ${y - ry * 0.56}Q${x + rx * part} ${y - ry * 0.66} ${x + rx * (part - 0.25)} ${y - ry * 0.84}Q${x + rx * (part - 0.5)} ${y - ry * 0.6} ${x - rx * 0.78} ${y - ry * 0.52}Q${x - rx} ${y - ry * 0.34} ${x - rx * 1.06} ${y + ry * 0.02}Z`,
    fill,
  );

const temples = ({ x, y, rx, ry }: Head, fill: string): string =>
  path(
    d`M${x - rx * 1.06} ${y + ry * 0.1}C${x - rx * 1.15} ${y - ry * 0.4} ${x - rx * 0.95} ${y - ry * 0.66} ${x - rx * 0.8} ${y - ry * 0.66}Q${x - rx * 0.9} ${y - ry * 0.2} ${x - rx * 0.9} ${y + ry * 0.1}ZM${x + rx * 1.06} ${y + ry * 0.1}C${x + rx * 1.15} ${y - ry * 0.4} ${x + rx * 0.95} ${y - ry * 0.66} ${x + rx * 0.8} ${y - ry * 0.66}Q${x + rx * 0.9} ${y - ry * 0.2} ${x + rx * 0.9} ${y + ry * 0.1}Z`,
    fill,
  );

/** What a hat leaves to be seen. */
export function hairUnderHat(head: Head, fill: string, looks: Looks): Layered {
  const { x, y, rx, ry } = head;
  const behind = looks.longHair ? rect(x - rx * 1.28, y - ry * 0.7, rx * 2.56, ry * 1.7, fill, rx * 0.6) : '';
  return { behind, front: temples(head, fill) };
}

/** Hair behind and in front of the face. */
export function hair(head: Head, fill: string, dice: Dice, looks: Looks): Layered {
  const { x, y, rx, ry } = head;
  const part = dice.pick([0.1, -0.2, 0.4]);
  const cap = fringe(head, fill, part);
  const short: [() => Layered, ...(() => Layered)[]] = [
    () => ({ behind: '', front: cap }),
    () => ({
      behind: '',
      front: path(
        d`M${x - rx * 1.05} ${y + ry * 0.05}L${x - rx * 0.98} ${y - ry * 0.6}C${x - rx * 0.9} ${y - ry * 1.3} ${x + rx * 0.3} ${y - ry * 1.5} ${x + rx * 1.1} ${y - ry * 1.22}Q${x + rx * 0.95} ${y - ry * 1.05} ${x + rx * 1.04} ${y - ry * 0.7}L${x + rx * 1.05} ${y + ry * 0.05}L${x + rx * 0.86} ${y - ry * 0.48}Q${x} ${y - ry * 0.5} ${x - rx * 0.5} ${y - ry * 0.78}L${x - rx * 0.86} ${y - ry * 0.45}Z`,
        fill,
      ),
    }),
    () => ({ behind: '', front: temples(head, fill) }),
    () => ({
      behind: '',
      front: path(
        d`M${x - rx * 1.05} ${y + ry * 0.05}C${x - rx * 1.2} ${y - ry * 1.4} ${x + rx * 1.2} ${y - ry * 1.4} ${x + rx * 1.05} ${y + ry * 0.05}L${x + rx * 0.9} ${y - ry * 0.4}L${x + rx * 0.55} ${y - ry * 0.78}L${x} ${y - ry * 0.54}L${x - rx * 0.55} ${y - ry * 0.78}L${x - rx * 0.9} ${y - ry * 0.4}Z`,
        fill,
      ),
    }),
    () => ({
      behind: '',
      front: [-0.86, -0.5, -0.1, 0.32, 0.72, 0.98]
        .map((at, i) => disc(x + rx * at, y - ry * (0.98 - at * at * 0.42) + (i % 2) * 12, rx * 0.36, fill))
        .join(''),
    }),
  ];
  const long: (() => Layered)[] = [
    () => ({
      behind: rect(x - rx * 1.32, y - ry * 0.95, rx * 2.64, ry * 1.9, fill, rx * 0.7),
      front: path(
        d`M${x - rx * 1.2} ${y - ry * 0.3}C${x - rx * 1.2} ${y - ry * 1.45} ${x + rx * 1.2} ${y - ry * 1.45} ${x + rx * 1.2} ${y - ry * 0.3}Z`,
        fill,
      ),
    }),
    () => ({
      behind: path(
        d`M${x - rx * 1.2} ${y - ry * 0.5}C${x - rx * 1.2} ${y + ry * 0.4} ${x - rx * 1.7} ${y + ry * 0.9} ${x - rx * 1.35} ${y + ry * 1.8}H${x + rx * 1.35}C${x + rx * 1.7} ${y + ry * 0.9} ${x + rx * 1.2} ${y + ry * 0.4} ${x + rx * 1.2} ${y - ry * 0.5}Z`,
        fill,
      ),
      front: fringe(head, fill, 0.12),
    }),
    () => ({ behind: disc(x + rx * part, y - ry * 1.32, rx * 0.5, fill), front: cap }),
    () => ({
      behind:
        disc(x - rx * 1.05, y + ry * 0.3, rx * 0.52, fill) +
        disc(x + rx * 1.05, y + ry * 0.3, rx * 0.52, fill) +
        disc(x - rx * 1.08, y - ry * 0.25, rx * 0.5, fill) +
        disc(x + rx * 1.08, y - ry * 0.25, rx * 0.5, fill),
      front:
        fringe(head, fill, 0.5) +
        disc(x - rx * 0.55, y - ry * 0.92, rx * 0.42, fill) +
        disc(x + rx * 0.3, y - ry * 1.02, rx * 0.46, fill),
    }),
    () => ({
      behind: disc(x, y - ry * 0.42, rx * 1.62, fill),
      front: path(
        d`M${x - rx * 1.05} ${y - ry * 0.2}C${x - rx * 1.1} ${y - ry * 1.3} ${x + rx * 1.1} ${y - ry * 1.3} ${x + rx * 1.05} ${y - ry * 0.2}Q${x} ${y - ry * 0.95} ${x - rx * 1.05} ${y - ry * 0.2}Z`,
        fill,
      ),
    }),
  ];
  const any = looks.longHair ? long : looks.shortHair ? short : short.filter((_, i) => i !== 2);
  return (any[dice.whole(0, any.length - 1)] ?? short[0])();
}
