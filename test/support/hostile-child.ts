/**
 * The product on a port, which tells what it has been through when it is sent a message; tests run it and send what nobody
 * should. Argument: <connection as JSON>
 */
import { createDatabase } from '#server/platform/db/database.ts';
import { peakMemory, watchTurns } from './lived.ts';
import { silentLog } from './log.ts';
import { productOn } from './product-in-memory.ts';

const [connection = '{}'] = process.argv.slice(2);
const db = createDatabase({ connection: JSON.parse(connection), kind: 'server', poolSize: 4, log: silentLog });
const product = await productOn(db);
const session = await product.signIn('editor@example.org', { admin: true });
const url = await product.app.listen({ port: 0, host: '127.0.0.1' });

const turns = watchTurns();
process.on('message', () => process.send?.({ longest: turns.longest(), memory: peakMemory() }));
process.on('disconnect', () => process.exit());
process.send?.({ url, session });
