import type Sharp from 'sharp';

/** The library takes 20 MB of memory: it comes with the first picture. */
const load = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  // Several pictures at once are the caller's choice; one picture must not take every core from the requests beside it.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
let loaded: Promise<typeof Sharp> | undefined;

export const loadSharp = (): Promise<typeof Sharp> => {
  loaded ??= load();
  return loaded;
};
