import { capitals, fit, measure, outline, outlineSetting, settable } from './lettering.ts';
import { FACELESS, type Mood, moodOf, sceneNamedBy } from './moods.ts';
import { inkOn, PALETTES } from './palettes.ts';
import { diceFrom, disc, escapeXml, path, rect } from './shapes.ts';
import { type Scene, sheetOf, windowOf } from './sheet.ts';

export type StillSubject = {
  imdbId: string;
  title: string;
  caption: string | null;
  /** Which of the title's stills, from 0: each shows another scene. */
  index: number;
  /** Null for a person's: shapes alone. */
  genres: readonly string[] | null;
};

export const STILL = { w: 1500, h: 1000 } as const;
const MARGIN = 56;
const STRIP = 124;
const CAP = 40;

/** The scenes of a mood without repetition, the one that a title names first. */
function sequence(mood: Mood, named: Scene | null, turn: number): Scene[] {
  const own = [...new Set(mood.scenes)];
  const turned = own.map((_, i) => own[(i + turn) % own.length] ?? mood.scenes[0]);
  return named ? [named, ...turned.filter((scene) => scene !== named)] : turned;
}

/**
 * A 3:2 still as SVG, 1500 by 1000: a scene from the title's mood with a caption underneath. Stills of one title share
 * its palettes and follow one another through its scenes.
 */
export function drawStill({ imdbId, title, caption, index, genres }: StillSubject): string {
  const number = Math.max(0, Math.trunc(index));
  const mood = genres === null ? FACELESS : moodOf(genres);
  const base = diceFrom(imdbId);
  const names = mood.palettes;
  const first = base.whole(0, names.length - 1);
  const scenes = sequence(mood, genres === null ? null : sceneNamedBy(title), base.whole(0, mood.scenes.length - 1));
  const colours = PALETTES.find((one) => one.name === names[(first + (number % 2)) % names.length]) ?? PALETTES[0];
  const scene = scenes[number % scenes.length] ?? mood.scenes[0];
  if (!colours) throw new Error('There are no palettes.');
  const sheet = sheetOf({ w: STILL.w, h: STILL.h - STRIP }, diceFrom(`${imdbId}/${number}`), colours);
  const drawing = scene(sheet);
  const { floor } = drawing;
  const picture = windowOf(sheet, drawing, true);
  const ink = inkOn(floor, colours);
  const mark = settable(`${imdbId} · ${number + 1}`);
  const size = 44;
  const wide = measure(mark, size, 0.055);
  const text = capitals(caption ?? '') || capitals(title);
  const setting = text
    ? fit(text, { width: STILL.w - MARGIN * 2 - wide - 120, height: CAP, maxCap: CAP, minCap: 30, maxLines: 1 })
    : null;
  const foot = STILL.h - (STRIP - CAP) / 2;
  const letters = setting
    ? disc(MARGIN + 12, foot - CAP / 2, 12, ink) +
      path(outlineSetting(setting, MARGIN + 46, foot - setting.height), ink)
    : '';
  const id = path(outline(mark, STILL.w - MARGIN - wide, foot, size, 0.055), ink);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${STILL.w}" height="${STILL.h}" viewBox="0 0 ${STILL.w} ${STILL.h}" role="img" aria-label="${escapeXml(caption || title)}">${rect(0, 0, STILL.w, STILL.h, floor)}${picture}${letters}${id}</svg>`;
}
