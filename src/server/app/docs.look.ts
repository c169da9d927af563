import { existsSync, readdirSync } from 'node:fs';
import { guideFile } from './docs.guide.ts';

/** The site's own typefaces, in the Latin cuts that the pages here need. */
const FACES = [
  {
    family: 'League Gothic Variable',
    file: /^league-gothic-latin-wdth-normal-.+\.woff2$/,
    more: 'font-stretch:75% 100%',
  },
  {
    family: 'Instrument Sans Variable',
    file: /^instrument-sans-latin-wght-normal-.+\.woff2$/,
    more: 'font-weight:400 700',
  },
  {
    family: 'JetBrains Mono Variable',
    file: /^jetbrains-mono-latin-wght-normal-.+\.woff2$/,
    more: 'font-weight:100 800',
  },
] as const;

/** `@font-face` rules for what the built site in this folder serves; without a built site the fallbacks are shown. */
export const facesIn = (assets: URL): string => {
  const files = existsSync(assets) ? readdirSync(assets) : [];
  return FACES.flatMap(({ family, file, more }) => {
    const name = files.find((one) => file.test(one));
    const source = `url("/assets/${name}") format("woff2")`;
    return name ? [`@font-face{font-family:"${family}";font-display:swap;${more};src:${source}}`] : [];
  }).join('\n');
};

/** The style sheet of both pages. */
export const look = (faces: string): string =>
  [faces, ...['look.css', 'reference.css', 'text.css'].map(guideFile)].join('\n');
