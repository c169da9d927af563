import { face, type Head, hair, hairUnderHat, type Looks, type Tones } from './bust.ts';
import { dressed } from './bust-dress.ts';
import { extras, hat } from './bust-extras.ts';
import { capitals, fit, outline, outlineSetting, settable } from './lettering.ts';
import { BLACK, boldestOn, contrast, inkOn, mix, PALETTES, PAPER, type Palette } from './palettes.ts';
import { type Dice, diceFrom, disc, escapeXml, halfDisc, moved, path, poly, rect, ring } from './shapes.ts';
import { type Sheet, sheetOf, windowOf } from './sheet.ts';

export type PortraitSubject = {
  imdbId: string;
  name: string;
  birthYear: number | null;
  professions: readonly string[];
};

const PORTRAIT = { w: 1000, h: 1250 } as const;
const MARGIN = 56;
const SMALL = 42;
const TRACKING = 0.055;

/** What stands behind the head: one plain shape. */
function backdrop({ w, h, dice, colours: { a, b, c } }: Sheet, head: Head, fill: string): string {
  const { x, y, rx } = head;
  return dice.pick([
    () => disc(x, y, rx * 2.25, fill),
    () => rect(0, 0, w / 2, h, fill),
    () => rect(x - rx * 2, y - rx * 0.4, rx * 4, h, fill) + halfDisc(x, y - rx * 0.38, rx * 2, 0, fill),
    () => Array.from({ length: 9 }, (_, i) => rect(i * (w / 9), 0, w / 18, h, fill)).join(''),
    () => [2.5, 2, 1.5].map((at) => ring(x, y, rx * at, fill, rx * 0.18)).join(''),
    () =>
      poly(
        [
          [0, h],
          [0, h * 0.3],
          [w, h * 0.02],
          [w, h],
        ],
        fill,
      ),
    () =>
      disc(x + rx * 1.5, y - rx * 0.9, rx * 1.1, b === fill ? c : fill) +
      disc(x - rx * 1.7, y + rx * 0.7, rx * 0.42, a),
    () =>
      Array.from({ length: 12 }, (_, i) =>
        moved(
          poly(
            [
              [0, 0],
              [-90, -1200],
              [90, -1200],
            ],
            fill,
          ),
          x,
          y,
          i * 30,
        ),
      ).join(''),
  ])();
}

/** Colours that keep skin, hair, dress and ground apart. */
function tonesOf(dice: Dice, { ground, ink, a, b, c }: Palette): Tones & { behind: string } {
  const apart = (from: readonly string[], ratio: number, pool: readonly string[]): string[] =>
    pool.filter((one) => from.every((other) => contrast(one, other) >= ratio));
  const dark = mix(contrast(ground, '#FFFFFF') > contrast(ink, '#FFFFFF') ? ground : ink, BLACK, 0.35);
  // Colours of the poster, not of people: the figure is nobody in particular.
  const tints = [b, a, mix(a, PAPER, 0.5), mix(b, PAPER, 0.55), mix(c, PAPER, 0.8)];
  const skins = apart([ground], 1.35, tints).filter((one) => contrast(one, BLACK) >= 4.4);
  const skin = skins[dice.whole(0, Math.max(0, skins.length - 1))] ?? mix(ground, PAPER, 0.7);
  const hairs = apart(
    [skin],
    1.7,
    apart([ground], 1.2, [c, a, b, mix(dark, c, 0.35), BLACK, ink, mix(a, dark, 0.5), PAPER]),
  );
  const chosen = hairs[dice.whole(0, Math.max(0, hairs.length - 1))] ?? boldestOn(skin, [BLACK, PAPER]);
  const dresses = apart([ground, skin], 1.3, [a, c, b, ink]).filter((one) => one !== chosen);
  const dress = dresses[dice.whole(0, Math.max(0, dresses.length - 1))] ?? a;
  const trim = boldestOn(dress, [PAPER, dark]);
  const accent = apart([skin, trim, dress], 1.5, [b, a, c, '#C8321F'])[0] ?? boldestOn(skin, [a, b, c]);
  const behind =
    apart([skin, chosen], 1.15, [c, b, a, mix(ground, ink, 0.16)]).find((one) => one !== dress && one !== ground) ??
    mix(ground, ink, 0.12);
  return { skin, shade: mix(skin, dark, 0.2), hair: chosen, dress, trim, accent, dark, behind };
}

function looksOf(professions: readonly string[]): Looks {
  const trades = professions.map((one) => one.toLowerCase());
  const [actress, actor] = [trades.includes('actress'), trades.includes('actor')];
  return { whiskers: actor && !actress, longHair: actress, shortHair: actor && !actress };
}

function bust(sheet: Sheet, looks: Looks): { art: string; floor: string } {
  const { w, h, dice, colours } = sheet;
  const tones = tonesOf(dice, colours);
  const head: Head = {
    x: w / 2 + dice.between(-26, 26),
    y: h * 0.47,
    rx: dice.between(142, 164),
    ry: dice.between(184, 206),
    foot: h,
  };
  const covered = dice.chance(looks.longHair ? 0.16 : 0.3);
  const locks = covered ? hairUnderHat(head, tones.hair, looks) : hair(head, tones.hair, dice, looks);
  const glasses = dice.chance(looks.longHair ? 0.18 : 0.34);
  const figure = [
    locks.behind,
    dressed(head, tones, dice, looks, sheet.clip),
    face(head, tones, dice, sheet.clip),
    locks.front,
    extras(head, tones, dice, looks, glasses),
    covered ? hat(head, tones, dice) : '',
  ];
  const near = `<g transform="translate(${-w * 0.07} ${Math.round(-h * 0.14)}) scale(1.14)">${figure.join('')}</g>`;
  return { art: backdrop(sheet, { ...head, y: head.y * 0.98 }, tones.behind) + near, floor: tones.dark };
}

/**
 * A 4:5 portrait as SVG, 1000 by 1250: an invented figure of plain shapes with the name below, always the same for the
 * same person and nobody's likeness.
 */
export function drawPortrait({ imdbId, name, birthYear, professions }: PortraitSubject): string {
  const dice = diceFrom(imdbId);
  const colours = PALETTES[dice.whole(0, PALETTES.length - 1)];
  if (!colours) throw new Error('There are no palettes.');
  const text = capitals(name);
  const setting = text
    ? fit(text, { width: PORTRAIT.w - MARGIN * 2, height: 190, maxCap: 128, minCap: 54, maxLines: 2 })
    : null;
  const height = setting ? setting.height + 34 : 0;
  const top = Math.round(PORTRAIT.h - MARGIN - SMALL * 0.76 - height);
  const sheet = sheetOf({ w: PORTRAIT.w, h: top - 44 }, dice, colours);
  const drawn = bust(sheet, looksOf(professions));
  const band = dice.pick([colours.ground, colours.ink, drawn.floor, colours.a]);
  const ink = inkOn(band, colours);
  const meta = settable([birthYear === null ? '' : `${birthYear}`, imdbId].filter(Boolean).join(' · '));
  const art = windowOf(sheet, { art: drawn.art, sky: colours.ground, floor: band }, true);
  const letters = setting ? path(outlineSetting(setting, MARGIN, top), ink) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT.w}" height="${PORTRAIT.h}" viewBox="0 0 ${PORTRAIT.w} ${PORTRAIT.h}" role="img" aria-label="${escapeXml(name)}">${rect(0, 0, PORTRAIT.w, PORTRAIT.h, colours.ground)}${art}${rect(0, sheet.h, PORTRAIT.w, PORTRAIT.h - sheet.h, band)}${letters}${path(outline(meta, MARGIN, PORTRAIT.h - MARGIN, SMALL, TRACKING), ink)}</svg>`;
}
