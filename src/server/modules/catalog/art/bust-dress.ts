import type { Head, Looks, Tones } from './bust.ts';
import { type Dice, d, disc, halfDisc, line, path, poly, rect } from './shapes.ts';

const shoulders = ({ x, foot }: Head, neck: number, wide: number, fill: string): string =>
  path(
    d`M${x - wide} ${foot + 4}C${x - wide} ${neck + 90} ${x - wide * 0.62} ${neck + 34} ${x - 84} ${neck}H${x + 84}C${x + wide * 0.62} ${neck + 34} ${x + wide} ${neck + 90} ${x + wide} ${foot + 4}Z`,
    fill,
  );

/** Neck, shoulders and what is worn. */
export function dressed(
  head: Head,
  tones: Tones,
  dice: Dice,
  looks: Looks,
  clip: (shape: string, content: string) => string,
): string {
  const { x, y, ry, foot } = head;
  const { skin, shade, dress, trim, accent, dark } = tones;
  const neck = y + ry * 1.18;
  const wide = looks.longHair ? dice.between(300, 350) : dice.between(350, 410);
  const throat =
    rect(x - 78, y + ry * 0.5, 156, neck - y - ry * 0.5 + 90, shade, 30) + halfDisc(x, neck + 60, 78, 180, shade);
  const body = shoulders(head, neck + 26, wide, dress);
  const deep = foot - neck;
  const suit = (tie: string): string =>
    body +
    poly(
      [
        [x - 80, neck + 20],
        [x + 80, neck + 20],
        [x + 26, foot + 4],
        [x - 26, foot + 4],
      ],
      trim,
    ) +
    tie +
    poly(
      [
        [x - 84, neck + 22],
        [x - 190, neck + 70],
        [x - 140, neck + deep * 0.55],
        [x - 24, foot + 4],
        [x - 60, foot + 4],
      ],
      dark,
    ) +
    poly(
      [
        [x + 84, neck + 22],
        [x + 190, neck + 70],
        [x + 140, neck + deep * 0.55],
        [x + 24, foot + 4],
        [x + 60, foot + 4],
      ],
      dark,
    ) +
    poly(
      [
        [x - 84, neck - 4],
        [x, neck + 96],
        [x - 62, neck + 130],
        [x - 100, neck + 30],
      ],
      trim,
    ) +
    poly(
      [
        [x + 84, neck - 4],
        [x, neck + 96],
        [x + 62, neck + 130],
        [x + 100, neck + 30],
      ],
      trim,
    );
  const necktie = poly(
    [
      [x - 30, neck + 74],
      [x + 30, neck + 74],
      [x + 20, neck + 116],
      [x + 40, foot + 4],
      [x - 40, foot + 4],
      [x - 20, neck + 116],
    ],
    accent,
  );
  const bow =
    poly(
      [
        [x, neck + 96],
        [x - 82, neck + 54],
        [x - 82, neck + 138],
      ],
      accent,
    ) +
    poly(
      [
        [x, neck + 96],
        [x + 82, neck + 54],
        [x + 82, neck + 138],
      ],
      accent,
    ) +
    rect(x - 18, neck + 76, 36, 40, accent, 8);
  const pearls = Array.from({ length: 9 }, (_, i) => {
    const turn = Math.PI * (0.08 + (i * 0.84) / 8);
    return disc(x - Math.cos(turn) * 108, neck + 46 + Math.sin(turn) * 84, 15, accent);
  }).join('');
  const scoop = path(
    d`M${x - 150} ${neck + 20}C${x - 130} ${neck + 190} ${x + 130} ${neck + 190} ${x + 150} ${neck + 20}Z`,
    skin,
  );
  const formal: readonly [() => string, ...(() => string)[]] = [
    () => throat + suit(necktie),
    () => throat + suit('') + bow,
  ];
  const plain: readonly [() => string, ...(() => string)[]] = [
    () =>
      throat +
      body +
      rect(x - 92, neck - 34, 184, 96, dress, 34) +
      line(
        [
          [x - 84, neck + 20],
          [x + 84, neck + 20],
        ],
        dark,
        9,
      ),
    () =>
      throat +
      body +
      clip(body, Array.from({ length: 7 }, (_, i) => rect(x - 460, neck + 84 + i * 74, 920, 34, trim)).join('')) +
      rect(x - 90, neck + 6, 180, 40, trim, 20),
    () =>
      throat +
      body +
      path(
        d`M${x - 150} ${neck + 10}Q${x} ${neck + 150} ${x + 150} ${neck + 10}L${x + 176} ${neck + 90}Q${x} ${neck + 236} ${x - 176} ${neck + 90}Z`,
        accent,
      ) +
      poly(
        [
          [x + 30, neck + 150],
          [x + 120, neck + 130],
          [x + 150, foot + 4],
          [x + 50, foot + 4],
        ],
        accent,
      ),
  ];
  const gowns: readonly [() => string, ...(() => string)[]] = [
    () => body + scoop + throat,
    () => body + scoop + throat + pearls,
    () =>
      throat +
      body +
      poly(
        [
          [x - 92, neck + 10],
          [x, neck + 190],
          [x + 92, neck + 10],
        ],
        skin,
      ) +
      rect(x - 78, neck - 40, 156, 70, shade),
  ];
  const worn = looks.longHair
    ? [...gowns, ...plain]
    : looks.shortHair
      ? [...formal, ...plain, ...formal]
      : [...plain, () => throat + suit('')];
  return (worn[dice.whole(0, worn.length - 1)] ?? plain[0])();
}
