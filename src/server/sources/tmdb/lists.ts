import { type Answer, listOf, objectOf, positiveOf, textOf, textsOf } from '../answer.ts';
import type { AkaRecord } from '../record.ts';

/** A list, or another one where it is empty. */
export const orElse = <T>(list: readonly T[], other: () => readonly T[]): readonly T[] =>
  list.length > 0 ? list : other();

export const akasOf = (title: Answer): AkaRecord[] => {
  const { titles, results } = objectOf(title.alternative_titles);
  return listOf(titles ?? results)
    .flatMap((one) => {
      const [name, region, type] = [textOf(one.title), textOf(one.iso_3166_1), textOf(one.type)];
      return name === null ? [] : [{ name, region, type }];
    })
    .map(({ name, region, type }, at) => ({
      ordering: at + 1,
      title: name,
      region,
      language: null,
      types: null,
      attributes: type === null ? null : [type],
      original: false,
    }));
};

const money = { currency: 'USD', country: null, countryCode: null, date: null, remarks: null } as const;
export const businessOf = (title: Answer) =>
  ([['BUDGET', title.budget] as const, ['GROSS', title.revenue] as const] as const).flatMap(([type, amount]) =>
    Number.isSafeInteger(amount) && Number(amount) > 0 ? [{ type, amount: Number(amount), ...money }] : [],
  );

export const keywordsOf = (title: Answer) => {
  const { keywords, results } = objectOf(title.keywords);
  return textsOf(listOf(keywords ?? results).map(({ name }) => name)).map((word) => ({ keywords: word }));
};

const SITES: Readonly<Record<string, string>> = {
  YouTube: 'https://www.youtube.com/watch?v=',
  Vimeo: 'https://vimeo.com/',
};

export const trailersOf = (title: Answer) => {
  // Before there were videos, there were trailers at YouTube.
  const older = listOf(objectOf(title.trailers).youtube).map((one) => ({ ...one, key: one.source, site: 'YouTube' }));
  return orElse<Answer>(listOf(objectOf(title.videos).results), () => older).flatMap((one) => {
    const [name, key, site] = [textOf(one.name), textOf(one.key), SITES[textOf(one.site) ?? '']];
    const isTrailer = one.type === 'Trailer' || one.type === 'Teaser';
    if (!isTrailer || name === null || key === null || site === undefined || !/^[\w-]+$/.test(key)) return [];
    return [{ name, trailersQualities: [{ quality: positiveOf(one.size), urlVideo: `${site}${key}` }] }];
  });
};

/** Titles like this one: TMDB's number and the title. */
export const similarIn = (title: Answer, most: number): ReadonlyMap<number, string> => {
  const [recommended, alike] = [title.recommendations, title.similar ?? title.similar_movies].map((part) =>
    listOf(objectOf(part).results),
  );
  return new Map(
    orElse(recommended ?? [], () => alike ?? [])
      .flatMap((one) => {
        const [id, name] = [positiveOf(one.id), textOf(one.title ?? one.name)];
        return id === null || name === null ? [] : [[id, name] as const];
      })
      .slice(0, most),
  );
};
