import type { Answer } from '../answer.ts';
import { LICENCES } from '../licences.ts';
import type { ToldPerson, ToldTitle } from '../record.ts';
import type { Fetched, Source } from '../source.ts';
import {
  type Items,
  itemOf,
  itemsOf,
  labelOf,
  ownKeyOf,
  qualifiersOf,
  quantityOf,
  saidOf,
  statementsOf,
} from './claims.ts';
import { createWikidataClient, type WikidataClient, type WikidataOptions } from './client.ts';
import { contactOf, type Read, readOwn } from './own.ts';
import { COUNTRY, PERSON_ITEMS, PERSON_QUALIFIERS, personOf, photoOf } from './person.ts';
import { creditedIn, TITLE_ITEMS, TITLE_QUALIFIERS, TITLE_UNITS, titleOf } from './title.ts';

const NAME = 'wikidata';
/** Any id: an answer without a hit is one too. */
const PROBE = 'tt0000001';

/** The items that are named in some of an item's statements, and in what qualifies them. */
const namedIn = (item: Answer, properties: readonly string[], qualifiers: readonly string[]): readonly string[] =>
  properties.flatMap((property) =>
    statementsOf(item, property).flatMap((statement) =>
      [saidOf(statement), ...qualifiers.flatMap((qualifier) => qualifiersOf(statement, qualifier))].flatMap(
        (value) => itemOf(value) ?? [],
      ),
    ),
  );

const unitsIn = (item: Answer): readonly string[] =>
  Object.keys(TITLE_UNITS).flatMap((property) =>
    statementsOf(item, property).flatMap((statement) => quantityOf(saidOf(statement))?.unit ?? []),
  );

const peopleOf = (credited: readonly string[], items: Items): ToldPerson[] => {
  const told = new Map<number, ToldPerson>();
  for (const at of credited) {
    const [id, name] = [ownKeyOf('name', items.get(at)), labelOf(items.get(at))];
    if (id !== null && name !== null && !told.has(id)) told.set(id, { id, name, ids: [{ site: NAME, id: at }] });
  }
  return [...told.values()];
};

const readTitle = async (
  client: WikidataClient,
  { key, item }: Read,
  signal: AbortSignal,
): Promise<Fetched<ToldTitle>> => {
  const items = await client.read([...namedIn(item, TITLE_ITEMS, TITLE_QUALIFIERS), ...unitsIn(item)], signal);
  const credited = creditedIn(item);
  const strangers = credited.filter((at) => ownKeyOf('name', items.get(at)) === null);
  const names = strangers.map((at) => labelOf(items.get(at)) ?? at).join(', ');
  const left =
    strangers.length === 0 ? [] : [`Wikidata has no IMDb id for ${strangers.length} of those credited: ${names}`];
  const others = { titles: [], people: peopleOf(credited, items) };
  return { record: titleOf(key, item, items), picture: null, others, left };
};

const readPerson = async (
  client: WikidataClient,
  { key, item }: Read,
  signal: AbortSignal,
): Promise<Fetched<ToldPerson>> => {
  const items = await client.read(namedIn(item, PERSON_ITEMS, PERSON_QUALIFIERS), signal);
  const places = ['P19', 'P20'].flatMap((property) => itemsOf(item, property));
  const countries = places.flatMap((at) => itemsOf(items.get(at) ?? {}, COUNTRY));
  const around = new Map([...items, ...(await client.read(countries, signal, 'labels'))]);
  const photo = photoOf(item);
  const left = photo === null ? [] : [`Wikimedia Commons has a photo with a licence of its own: ${photo}`];
  return { record: personOf(key, item, around), picture: null, others: { titles: [], people: [] }, left };
};

/** Wikidata: facts that are free for everybody. */
export const createWikidata = (options: WikidataOptions, client = createWikidataClient(options)): Source => {
  return {
    name: NAME,
    credentials: [contactOf(options.contact)],
    licence: LICENCES[NAME],
    freshness: { days: 30, tellsChanges: true },
    slow: false,
    sites: ['imdb', 'wikidata'],
    fetchTitle: async (id, { signal }) => {
      const own = await readOwn(client, 'movie', id, signal);
      return own ? readTitle(client, own, signal) : 'unknown';
    },
    fetchPerson: async (id, { signal }) => {
      const own = await readOwn(client, 'name', id, signal);
      return own ? readPerson(client, own, signal) : 'unknown';
    },
    probe: async ({ signal }) => void (await client.find(PROBE, signal)),
    // Words find anything there, films the least.
    search: null,
  };
};
