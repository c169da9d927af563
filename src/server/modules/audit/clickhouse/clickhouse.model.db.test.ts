import { describe } from 'vitest';
import { createClickHouse } from '#server/platform/clickhouse/clickhouse.ts';
import { noClickHouse, startClickHouse } from '#test/support/clickhouse.ts';
import { testDatabase } from '#test/support/database.ts';
import { createBlockStorage } from '../blocks/block.storage.ts';
import { testLists } from '../list.model.fixture.ts';
import { createClickHouseStorage } from './clickhouse.storage.ts';

const db = await testDatabase();
const server = await startClickHouse();

describe.skipIf(server === null)(`audited requests in ClickHouse${noClickHouse}`, () => {
  const clickHouse = createClickHouse({ url: server?.url ?? 'http://127.0.0.1' });
  testLists(db, (now) => createClickHouseStorage({ db, clickHouse, now, before: createBlockStorage({ db, now }) }));
});
