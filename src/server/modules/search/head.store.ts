import type { Reads } from '#server/platform/db/replica.ts';
import { bounds, drafted, type Stretch } from './discover.sql.ts';
import { planned } from './discover.store.ts';
import type { HeadRow } from './head.rules.ts';
import { steered } from './steer.store.ts';

/** The next titles after a position in an order, with a value or without one; `shown` is what those fulfil that may stand in lists. */
export const readHead = async (
  db: Reads,
  { shown, ...stretch }: Omit<Stretch, 'filter'> & { readonly shown: string },
): Promise<readonly HeadRow[]> => {
  const filter = { query: shown, within: null, ranges: {}, narrow: false, share: null, candidates: null, ids: null };
  const { values, matching, ...draft } = drafted(filter);
  const along = bounds({ filter, ...stretch }, draft);
  const text = `select coalesce(json_agg(json_build_array(d.id, d.value, d.type, d.tags, d.year, d.rating, d.votes, d.runtime, d.shown)), '[]')::text as json
    from (select d.id, ${along.key} as value, d.type, d.tags, d.year, d.rating, d.votes, d.runtime, ${matching()} as shown
      from title_document d where ${along.where} order by ${along.order} limit ${draft.put(stretch.limit, 'int')}) d`;
  const { rows } = await steered(db, 'order', (tx) => tx.query<{ json: string }>(planned(text, values)));
  return JSON.parse(rows[0]?.json ?? '[]');
};
