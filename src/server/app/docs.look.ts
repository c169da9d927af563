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

/** Where the built site in this folder serves the faces; none without a built site, where the fallbacks are shown. */
export const facesIn = (assets: URL) => {
  const files = existsSync(assets) ? readdirSync(assets) : [];
  return FACES.flatMap(({ family, file, more }) => {
    const name = files.find((one) => file.test(one));
    return name ? [{ family, more, address: `/assets/${name}` }] : [];
  });
};
type Faces = ReturnType<typeof facesIn>;

/** Asked for with the page, so that they are there when it is first painted; code comes later. */
export const preloads = (faces: Faces): string =>
  faces
    .filter(({ family }) => !family.includes('Mono'))
    .map(({ address }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`)
    .join('\n');

const rulesOf = (faces: Faces): readonly string[] =>
  faces.map(
    ({ family, more, address }) =>
      `@font-face{font-family:"${family}";font-display:swap;${more};src:url("${address}") format("woff2")}`,
  );

/** The style sheet of all of the pages. */
export const look = (faces: Faces): string =>
  [...rulesOf(faces), ...['fallback.css', 'look.css', 'reference.css', 'text.css'].map(guideFile)].join('\n');
