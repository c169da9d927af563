import { setTimeout as pause } from 'node:timers/promises';
import { openNodes } from '../test/support/nodes.ts';
import { openWebhooks, peakOf } from '../test/support/webhook-rig.ts';

/**
 * Changes to webhooks of which a third fail, hang or lie, over two nodes of which one is killed half-way, on the PostgreSQL of
 * TEST_DATABASE_URL and the Redis of REDIS_URL: `node bench/webhooks.ts [changes] [webhooks]`, 10,000 to 100 when not said.
 */

const [changes = 10_000, webhooks = 100] = process.argv.slice(2).map(Number);
const { REDIS_URL = 'redis://127.0.0.1:6379/9' } = process.env;
const good = webhooks - Math.floor(webhooks / 3);
const nodes = await openNodes();
if (nodes === null) throw new Error('there is no PostgreSQL');
const rig = await openWebhooks(nodes, webhooks, 500);
const settings = { ...rig.settings, REDIS_URL };
const say = (text: string): void => console.log(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}`);
const until = async (what: string, isSo: () => boolean): Promise<void> => {
  for (let looks = 0; !isSo(); looks++) {
    if (looks % 60 === 59) say(`${rig.told()} told in ${rig.tries()} tries`);
    await pause(500);
  }
  say(what);
};
try {
  const [killed, other] = await Promise.all([nodes.start(settings), nodes.start(settings)]);
  await rig.make();
  const began = performance.now();
  const writing = rig.write(changes);
  await until('half of what good webhooks are told is told', () => rig.told() > (good * changes) / 2);
  const peaks = [peakOf(killed)];
  await killed.end('SIGKILL');
  await writing;
  say('a node was killed');
  await until('every good webhook knows everything', () => rig.knowing(changes) >= good);
  const took = (performance.now() - began) / 1000;
  await rig.mend();
  await until('so do those that failed, hung or lied', () => rig.knowing(changes) >= webhooks);
  await pause(3_000);
  peaks.push(peakOf(other));
  const [log = { rows: 0, distinct: 0, sent: 0 }] = await rig.log();
  console.log({
    ...{ changes, webhooks, lost: changes * webhooks - rig.told(), doublesInTheLog: log.rows - log.distinct, ...log },
    ...{ titlesOutOfOrder: rig.disordered(), sentToPrivate: rig.forbidden(), tries: rig.tries() },
    toldASecond: Math.round((good * changes) / took),
    peakMegabytes: peaks.map((bytes) => Math.round(bytes / 1e6)),
  });
} finally {
  rig.close();
  await nodes.close();
}
