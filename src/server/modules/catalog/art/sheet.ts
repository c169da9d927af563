import type { Palette } from './palettes.ts';
import { clipped, type Dice, rect } from './shapes.ts';

/** The area a scene is drawn in, from 0,0 to w,h, and what it is drawn with. */
export type Sheet = {
  w: number;
  h: number;
  dice: Dice;
  colours: Palette;
  /** Shows content only inside a shape; takes care of the reference. */
  clip(shape: string, content: string): string;
};

/** A drawing and the colours at its upper and lower edge, which a title's area beyond the edge carries on. */
export type Drawing = { art: string; sky: string; floor: string };
export type Scene = (sheet: Sheet) => Drawing;

/** A sheet for one drawing; `mark` keeps its references apart from those of other sheets in the same picture. */
export function sheetOf(size: { w: number; h: number }, dice: Dice, colours: Palette, mark = 'k'): Sheet {
  let count = 0;
  return {
    ...size,
    dice,
    colours,
    clip: (shape, content) => {
      count += 1;
      return clipped(`${mark}${count}`, shape, content);
    },
  };
}

/**
 * A drawing inside its sheet's edges, on its sky. `sill` ends it in a line of its floor, for when that colour goes on
 * below: a cut between two pixels would otherwise show as a hairline.
 */
export function windowOf({ w, h, clip }: Sheet, { art, sky, floor }: Drawing, sill: boolean): string {
  const content = rect(0, 0, w, h, sky) + art + (sill ? rect(0, h - 6, w, 12, floor) : '');
  return clip(rect(0, 0, w, h, sky), content);
}
