/**
 * Fetches a title and stores what a source tells of it, but never comes to the end of that; tests run and kill it.
 * Arguments: <connection as JSON> <id> <what the source tells, as JSON>
 */

import { idOfRecord } from '#server/kernel/ids.ts';
import { fetchingOn, sourceTelling } from '#server/modules/catalog/fetch/fetch.fixture.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { silentLog } from './log.ts';

const [connection = '{}', id = '', told = '{}'] = process.argv.slice(2);
const db = createDatabase({ connection: JSON.parse(connection), kind: 'server', poolSize: 1, log: silentLog });
const { source } = sourceTelling({ name: 'tmdb', tell: async () => JSON.parse(told), people: [{ id: 72, name: 'N' }] });
const follow = async (): Promise<never> => {
  // Everything is written, and nothing of it is kept yet.
  process.stdout.write('written\n');
  return new Promise(() => setInterval(() => undefined, 60_000));
};
await fetchingOn(db).fetchingFrom([source], { follow }).update(idOfRecord(id), { accountId: 7 });
