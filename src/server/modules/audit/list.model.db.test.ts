import { testDatabase } from '#test/support/database.ts';
import { createBlockStorage } from './blocks/block.storage.ts';
import { testLists } from './list.model.fixture.ts';

const db = await testDatabase();
testLists(db, (now) => createBlockStorage({ db, now }));
