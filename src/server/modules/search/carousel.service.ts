import type { CarouselImage } from '#contracts/public.api.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Visibility } from '../catalog/visibility.ts';
import { findPeople, findTitles } from './carousel.store.ts';
import { steered } from './steer.store.ts';

interface CarouselParts {
  readonly db: Database;
  readonly visibility: () => Visibility;
}

type Images = readonly CarouselImage[];

/** Reads once and keeps it until `invalidate`; a reading that failed isn't kept. */
const kept = (read: () => Promise<Images>) => {
  let reading: Promise<Images> | null = null;
  return {
    get: (): Promise<Images> => {
      if (reading) return reading;
      const mine = read();
      reading = mine;
      mine.catch(() => {
        if (reading === mine) reading = null;
      });
      return mine;
    },
    invalidate: (): void => {
      reading = null;
    },
  };
};

/** What the first page of the site shows: well rated titles and their actors, all with a picture. */
export const createCarousels = ({ db, visibility }: CarouselParts) => {
  const read = (find: typeof findTitles) => kept(() => steered(db, 'order', (tx) => find(tx, visibility())));
  const [titles, people] = [read(findTitles), read(findPeople)];
  return {
    titles: titles.get,
    people: people.get,
    /** Whether a record stands in one of them; the id in its canonical form. */
    holds: async (imdbId: string): Promise<boolean> =>
      (await (imdbId.startsWith('nm') ? people : titles).get()).some((one) => one.imdbId === imdbId),
    /** Drops what is kept; to be called after each change of the catalogue or of the settings. */
    invalidate: (): void => {
      titles.invalidate();
      people.invalidate();
    },
  };
};

export type Carousels = ReturnType<typeof createCarousels>;
