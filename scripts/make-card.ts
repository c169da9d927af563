/**
 * Writes src/web/public/card.png, 1200 by 630: what a link to the site looks like elsewhere. Lettering is outlines, so the
 * picture is the same on every machine. Run it again when the tagline changes.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { measure, outline } from '#server/modules/catalog/art/lettering.ts';

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 72];
const LINES = ['EVERY TITLE.', 'EVERY CREDIT.', 'ONE CALL.'];
const SIZE = 150;
const STEP = 126;

const text = (line: string, x: number, y: number, size: number, ink: string): string =>
  `<path d="${outline(line, x, y, size, 0.01)}" fill="${ink}"/>`;

const tagline = LINES.map((line, at) => text(line, MARGIN, 196 + at * STEP, SIZE, '#F2F1EC')).join('');
const name = text('KINODEX', MARGIN, HEIGHT - 52, 44, '#F2F1EC');
const says = 'MOVIE, SERIES AND NAME DATA AS JSON';
const subtitle = text(says, MARGIN + measure('KINODEX', 44, 0.01) + 28, HEIGHT - 52, 30, '#BBB9B0');

const poster = (x: number, ground: string, art: string): string =>
  `<g transform="translate(${x} 84)"><svg width="186" height="279" viewBox="0 0 200 300">` +
  `<rect width="200" height="300" rx="4" fill="${ground}"/>${art}</svg></g>`;
const rings = [14, 32, 50, 68, 86]
  .map((r) => `<circle cx="100" cy="120" r="${r}" fill="none" stroke="#5BC0EE" stroke-width="${10 - r / 10}"/>`)
  .join('');
const posters = [
  poster(772, '#DBE3DE', '<circle cx="86" cy="104" r="58" fill="#1C4D4A"/>'),
  poster(982, '#101F2D', rings),
].join('');

const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="#121211"/>${posters}${tagline}${name}${subtitle}</svg>`;

await sharp(Buffer.from(svg))
  .png({ palette: true, compressionLevel: 9 })
  .toFile(join(import.meta.dirname, '../src/web/public/card.png'));
