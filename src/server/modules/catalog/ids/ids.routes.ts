import { externalIds, FIND_BY, find } from '#contracts/find.api.ts';
import { invalid } from '#server/kernel/failure.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, dataText } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Records } from '../record.service.ts';
import type { Ids } from './ids.service.ts';

/** Records by what other sites call them. */
export const idRoutes = (ids: Pick<Ids, 'find' | 'counts'>, told: Records['told']): readonly Route[] => [
  route(find, { cached: true })(async ({ query }, { caller }) => {
    const given = FIND_BY.flatMap((site) => {
      const id = query[site];
      return id === undefined ? [] : [{ site, id }];
    });
    const [first, second] = given;
    if (first === undefined || second !== undefined)
      throw invalid(second?.site ?? 'imdb', `is one of ${FIND_BY.join(', ')}, exactly one of which is to be there`);
    return dataText(await told(toJson(await ids.find(first, caller)), caller));
  }),
  route(externalIds)(async () => data(await ids.counts())),
];
