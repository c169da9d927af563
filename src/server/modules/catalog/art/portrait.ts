import { capitals, fit, outline, outlineSetting, settable } from './lettering.ts';
import { FACELESS } from './moods.ts';
import { boldestOn, inkOn, PALETTES, type Palette } from './palettes.ts';
import { diceFrom, disc, escapeXml, path, rect } from './shapes.ts';
import { type Scene, type Sheet, sheetOf, windowOf } from './sheet.ts';

export type PortraitSubject = { imdbId: string; name: string; birthYear: number | null };

const PORTRAIT = { w: 1000, h: 1250 } as const;
const MARGIN = 56;
const SMALL = 42;
const TRACKING = 0.055;
const SEAL = 0.3;
const MOST_INITIALS = 2;

/** The first letters of the first and the last word; empty in scripts that the lettering lacks. */
export const initialsOf = (name: string): string => {
  const words = capitals(name)
    .split(' ')
    .filter((word) => /^\p{L}/u.test(word));
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => word?.[0] ?? '')
    .slice(0, MOST_INITIALS)
    .join('');
};

/** A seal with the initials in the middle of the sheet. */
const sealOf = ({ w, h, colours }: Sheet, initials: string): string => {
  const r = Math.min(w, h) * SEAL;
  const box = { width: r * 1.25, height: r * 0.95, maxCap: r * 0.95, minCap: 1, maxLines: 1 };
  const setting = initials === '' ? null : fit(initials, box);
  if (!setting) return '';
  const fill = boldestOn(colours.a, [colours.ground, colours.ink]);
  const ink = inkOn(fill, colours);
  const letters = outlineSetting(setting, (w - setting.width) / 2, (h - setting.height) / 2);
  return disc(w / 2, h / 2, r + 22, ink) + disc(w / 2, h / 2, r + 12, fill) + path(letters, ink);
};

/**
 * A 4:5 emblem as SVG, 1000 by 1250, in a person's place: shapes, the initials and the name below, always the same for the
 * same person. It has no face: any face would be given to somebody real.
 */
export function drawPortrait({ imdbId, name, birthYear }: PortraitSubject): string {
  const dice = diceFrom(imdbId);
  const colours = dice.pick(PALETTES as readonly [Palette, ...Palette[]]);
  const text = capitals(name);
  const setting = text
    ? fit(text, { width: PORTRAIT.w - MARGIN * 2, height: 190, maxCap: 128, minCap: 54, maxLines: 2 })
    : null;
  const height = setting ? setting.height + 34 : 0;
  const top = Math.round(PORTRAIT.h - MARGIN - SMALL * 0.76 - height);
  const sheet = sheetOf({ w: PORTRAIT.w, h: top - 44 }, dice, colours);
  const scene = dice.pick<Scene>(FACELESS.scenes)(sheet);
  const band = dice.pick([colours.ground, colours.ink, colours.a]);
  const ink = inkOn(band, colours);
  const meta = settable([birthYear === null ? '' : `${birthYear}`, imdbId].filter(Boolean).join(' · '));
  const drawn = scene.art + sealOf(sheet, initialsOf(name));
  const art = windowOf(sheet, { art: drawn, sky: scene.sky, floor: band }, true);
  const letters = setting ? path(outlineSetting(setting, MARGIN, top), ink) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT.w}" height="${PORTRAIT.h}" viewBox="0 0 ${PORTRAIT.w} ${PORTRAIT.h}" role="img" aria-label="${escapeXml(name)}">${rect(0, 0, PORTRAIT.w, PORTRAIT.h, colours.ground)}${art}${rect(0, sheet.h, PORTRAIT.w, PORTRAIT.h - sheet.h, band)}${letters}${path(outline(meta, MARGIN, PORTRAIT.h - MARGIN, SMALL, TRACKING), ink)}</svg>`;
}
