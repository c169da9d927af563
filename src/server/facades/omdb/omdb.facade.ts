import { TOTAL_CAP } from '#contracts/list-limits.ts';
import { OMDB, type OmdbQuery, omdb, omdbBare } from '#contracts/omdb.api.ts';
import type { Facade } from '#server/facades/facade.ts';
import { type Answer, bytes } from '#server/platform/http/answer.ts';
import { type Call, route } from '#server/platform/http/route.ts';
import { readAsk } from './ask.rules.ts';
import { dialect, tell } from './failures.ts';
import { createFind, type FindParts } from './find.service.ts';
import { formOf, type Written, written } from './form.ts';
import { searchOf, seasonOf } from './lists.map.ts';
import { titleOf } from './title.map.ts';
import { searchElement, seasonElement, titleElement } from './xml.map.ts';

const cached = { cached: true } as const;
const CAPPED = { 'X-Total-Relation': 'gte' } as const;

const answered = ({ body, type }: Written, headers?: Readonly<Record<string, string>>): Answer =>
  bytes(Buffer.from(body), type, headers);

/** What clients of OMDb call: one address, with everything else in its query. */
export const createOmdb = (parts: FindParts): Facade => {
  const find = createFind(parts);

  const answer = async ({ query }: { readonly query: OmdbQuery }, { caller }: Call): Promise<Answer> => {
    const ask = readAsk(query);
    const form = formOf(query);
    if (ask.for === 'list') {
      const { hits, total } = await find.list(ask.words, ask.page, ask, caller);
      const value = searchOf(hits, Math.min(total, TOTAL_CAP));
      return answered(
        written(value, () => searchElement(value), form),
        total > TOTAL_CAP ? CAPPED : undefined,
      );
    }
    if (ask.for === 'season') {
      const { series, season } = await find.season(ask.of, ask.season, caller);
      const value = seasonOf(series, season);
      return answered(written(value, () => seasonElement(value), form));
    }
    const title =
      ask.for === 'episode'
        ? await find.episode(ask.of, ask.season, ask.episode, caller)
        : await find.title(ask.of, caller);
    const value = titleOf(title, query.plot?.toLowerCase() === 'full');
    return answered(written(value, () => titleElement(value), form));
  };

  return { shape: OMDB, routes: [route(omdb, cached)(answer), route(omdbBare, cached)(answer)], tell, dialect };
};
