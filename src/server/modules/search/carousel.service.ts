import type { CarouselImage } from '#contracts/public.api.ts';
import { idOfRecord, type RecordKind } from '#server/kernel/ids.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
import type { Visibility } from '../catalog/visibility.ts';
import { findPeople, findTitles, keepChosen, readChosen } from './carousel.store.ts';
import { CAROUSEL_CHOSEN } from './search.events.ts';
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

const FIND = { movie: findTitles, name: findPeople } as const;

/** What the first page of the site shows: well rated titles and their actors, all with a picture. */
export const createCarousels = ({ db, visibility }: CarouselParts) => {
  const find = (kind: RecordKind) => steered(db, 'order', (tx) => FIND[kind](tx, visibility()));
  const read = async (kind: RecordKind): Promise<Images> => {
    const chosen = await readChosen(db, kind, visibility());
    return chosen.length > 0 ? chosen : find(kind);
  };
  const [titles, people] = [kept(() => read('movie')), kept(() => read('name'))];

  /** Chooses anew, and keeps it until the next time. Nobody hears of it when it is the same. */
  const choose = async ({ signal, progress, log }: RunContext): Promise<void> => {
    progress(0, 2);
    const found: [RecordKind, number[]][] = [];
    for (const kind of ['movie', 'name'] as const) {
      signal.throwIfAborted();
      found.push([kind, (await find(kind)).map(({ imdbId }) => idOfRecord(imdbId).key)]);
      progress(found.length, 2);
    }
    signal.throwIfAborted();
    const others = await db.transaction(async (tx) => {
      const changes: (number | null)[] = [];
      for (const [kind, keys] of found) changes.push(await keepChosen(tx, kind, keys));
      if (changes.some((change) => change !== null)) await publish(tx, CAROUSEL_CHOSEN);
      return changes.map((change) => change ?? 0);
    });
    const [title, name] = found.map(([, keys], at) => `${keys.length} (${others[at]} new)`);
    log(`Chosen: titles ${title}, names ${name}.`);
  };

  return {
    titles: titles.get,
    people: people.get,
    choose,
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
