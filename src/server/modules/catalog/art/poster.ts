import { capitals, fit, measure, outline, outlineSetting, type Setting, settable } from './lettering.ts';
import { moodOf, sceneNamedBy } from './moods.ts';
import { BLACK, inkOn, PALETTES, PAPER, type Palette } from './palettes.ts';
import { type Dice, diceFrom, escapeXml, moved, path, rect } from './shapes.ts';
import { type Drawing, type Scene, sheetOf, windowOf } from './sheet.ts';

export type PosterSubject = { imdbId: string; title: string; year: number | null; genres: readonly string[] };
/** A drawn sheet before it becomes SVG: the art, and where the title stands on which colour. */
export type Poster = {
  svg: string;
  titleBox: Place;
  on: string;
  ink: string;
  palette: string;
};

const POSTER = { w: 1000, h: 1500 } as const;
const MARGIN = 64;
const SMALL = 44;
const SMALL_TRACKING = 0.055;

type Lettered = { setting: Setting | null; meta: string; height: number };
type Place = { x: number; y: number; w: number; h: number };
type Stage = { colours: Palette; scene: Scene; dice: Dice; lettered: Lettered; genre: string };

const frameOf = (fill: string, content: string, label: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${POSTER.w}" height="${POSTER.h}" viewBox="0 0 ${POSTER.w} ${POSTER.h}" role="img" aria-label="${escapeXml(label)}">${rect(0, 0, POSTER.w, POSTER.h, fill)}${content}</svg>`;

/** The picture of a scene in a window of the poster; `sill` as in `windowOf`. */
function windowed({ scene, dice, colours }: Stage, { x, y, w, h }: Place, sill = false): Drawing {
  const sheet = sheetOf({ w, h }, dice, colours);
  const drawing = scene(sheet);
  return { ...drawing, art: moved(windowOf(sheet, drawing, sill), x, y) };
}

const small = (text: string, x: number, y: number, ink: string): string =>
  path(outline(text, x, y, SMALL, SMALL_TRACKING), ink);

/** The small line: year and id on the left, the first genre on the right where there is room. */
function smallLine({ lettered, genre }: Stage, x: number, right: number, y: number, ink: string): string {
  const wide = measure(genre, SMALL, SMALL_TRACKING);
  const room = right - x - measure(lettered.meta, SMALL, SMALL_TRACKING) > wide + 60;
  return small(lettered.meta, x, y, ink) + (genre && room ? small(genre, right - wide, y, ink) : '');
}

/** Art above, title on the colour the art ends in. */
function titleBelow(stage: Stage): Omit<Poster, 'palette'> & { fill: string } {
  const { setting, height } = stage.lettered;
  const top = POSTER.h - MARGIN - SMALL - height;
  const { art, floor } = windowed(stage, { x: 0, y: 0, w: POSTER.w, h: Math.round(top - 52) }, true);
  const ink = inkOn(floor, stage.colours);
  const letters = setting ? path(outlineSetting(setting, MARGIN, top), ink) : '';
  const svg = art + letters + smallLine(stage, MARGIN, POSTER.w - MARGIN, POSTER.h - MARGIN, ink);
  return { svg, titleBox: { x: MARGIN, y: top, w: POSTER.w - MARGIN * 2, h: height }, on: floor, ink, fill: floor };
}

/** Title first, art below it down to the edge. */
function titleAbove(stage: Stage): Omit<Poster, 'palette'> & { fill: string } {
  const { setting, height } = stage.lettered;
  const base = MARGIN + 16 + height;
  const from = base + SMALL + 60;
  const { art, sky } = windowed(stage, { x: 0, y: from, w: POSTER.w, h: POSTER.h - from });
  const ink = inkOn(sky, stage.colours);
  const letters = setting ? path(outlineSetting(setting, MARGIN, base - setting.height), ink) : '';
  const svg = art + letters + smallLine(stage, MARGIN, POSTER.w - MARGIN, base + SMALL + 16, ink);
  return { svg, titleBox: { x: MARGIN, y: MARGIN + 16, w: POSTER.w - MARGIN * 2, h: height }, on: sky, ink, fill: sky };
}

/** A print with a paper margin. */
function framed(stage: Stage): Omit<Poster, 'palette'> & { fill: string } {
  const { setting, height } = stage.lettered;
  const inset = 52;
  const top = POSTER.h - MARGIN - SMALL - height;
  const place = { x: inset, y: inset, w: POSTER.w - inset * 2, h: Math.round(top - inset * 2) };
  const { art } = windowed(stage, place);
  const letters = setting ? path(outlineSetting(setting, MARGIN - 8, top), BLACK) : '';
  const svg = art + letters + smallLine(stage, MARGIN - 8, POSTER.w - MARGIN + 8, POSTER.h - MARGIN + 6, BLACK);
  return {
    svg,
    titleBox: { x: MARGIN, y: top, w: POSTER.w - MARGIN * 2, h: height },
    on: PAPER,
    ink: BLACK,
    fill: PAPER,
  };
}

/** A strip down the left side with the title turned to read upwards. */
function spine(stage: Stage): Omit<Poster, 'palette'> & { fill: string } {
  const setting = stage.lettered.setting;
  const strip = Math.round((setting?.height ?? 0) + 104);
  const { art, sky } = windowed(stage, { x: strip, y: 0, w: POSTER.w - strip, h: POSTER.h });
  const on = stage.dice.chance(0.5) ? stage.colours.a : stage.colours.ink;
  const ink = inkOn(on, stage.colours);
  const letters = setting
    ? moved(path(outlineSetting(setting, 0, -setting.height), ink), strip - 52, POSTER.h - MARGIN - 10, -90)
    : '';
  const meta = measure(stage.lettered.meta, SMALL, SMALL_TRACKING);
  const line = moved(small(stage.lettered.meta, 0, 0, ink), strip - 52, MARGIN + meta, -90);
  const svg = rect(strip, 0, POSTER.w - strip, POSTER.h, sky) + art + rect(0, 0, strip, POSTER.h, on) + letters + line;
  const h = setting?.width ?? 0;
  return { svg, titleBox: { x: 52, y: POSTER.h - MARGIN - 10 - h, w: strip - 104, h }, on, ink, fill: on };
}

/** Composes a poster; `drawPoster` is what callers want, this tells tests and sheets what it decided. */
export function composePoster({ imdbId, title, year, genres }: PosterSubject): Poster {
  const dice = diceFrom(imdbId);
  const mood = moodOf(genres);
  const wanted = dice.pick(mood.palettes);
  const colours = PALETTES.find((one) => one.name === wanted) ?? PALETTES[0];
  if (!colours) throw new Error('There are no palettes.');
  const drawn = dice.pick(mood.scenes);
  const scene = sceneNamedBy(title) ?? drawn;
  // A title in a script that the face does not have leaves the year as the large word.
  const text = capitals(title) || `${year ?? ''}`;
  const meta = settable([year === null ? '' : `${year}`, imdbId].filter(Boolean).join(' · '));
  const layout = dice.pick(['below', 'below', 'below', 'below', 'above', 'above', 'above', 'framed', 'spine']);
  const upright = layout === 'spine' && text.length >= 4 && text.length <= 20;
  const box = upright
    ? {
        width: POSTER.h - MARGIN * 2 - measure(meta, SMALL, SMALL_TRACKING) - 90,
        height: 190,
        maxCap: 190,
        minCap: 60,
        maxLines: 1,
      }
    : {
        width: POSTER.w - MARGIN * 2,
        height: 440,
        maxCap: text.length < 3 ? 440 : text.length < 6 ? 320 : dice.pick([190, 230, 280]),
        minCap: 62,
      };
  const setting = text ? fit(text, box) : null;
  const lettered = { setting, meta, height: setting ? setting.height + 40 : 0 };
  const stage = { colours, scene, dice, lettered, genre: capitals(genres[0] ?? '') };
  const compose = upright ? spine : layout === 'above' ? titleAbove : layout === 'framed' ? framed : titleBelow;
  const { fill, svg, ...rest } = compose(stage);
  return { ...rest, palette: colours.name, svg: frameOf(fill, svg, `${title} ${year ?? ''}`.trim()) };
}

/** A 2:3 poster as SVG, 1000 by 1500, always the same for the same record. Lettering is outlines: no font is needed. */
export const drawPoster = (subject: PosterSubject): string => composePoster(subject).svg;
