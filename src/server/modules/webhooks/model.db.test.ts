import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { peopleIn } from '#server/modules/tokens/people.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { randomRuns } from '#test/support/runs.ts';
import { HOUR, startReceiver, webhooksOn } from './webhook.fixture.ts';

const db = await testDatabase();
const receiver = await startReceiver();
const { webhooks, log, round, later, write, close } = webhooksOn(db, { friends: [receiver.host] });
afterAll(async () => {
  await close();
  await receiver.close();
});

const STEPS = [
  'write',
  'write',
  'round',
  'round',
  'minute later',
  'hours later',
  'fails',
  'one title fails',
  'is gone',
  'answers',
  'answers',
  'enable',
  'redeliver',
  'rotate',
  'forgets its turn',
] as const;
type Step = (typeof STEPS)[number];

it('whatever happens in whatever order, every change comes once in the log, at least once, and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 25 }), async (steps) => {
      receiver.clear();
      receiver.answer(() => 204);
      const { accountId } = await peopleIn(db).person();
      const { idWebhook: id } = await webhooks.make(accountId, { url: receiver.url });
      const written: number[] = [];
      let wasGivenUp = false;
      const act: Readonly<Record<Step, () => unknown>> = {
        write: async () => written.push(...(await write([1, 2, 1, 3]))),
        round: () => round(),
        'minute later': () => later(60_000),
        'hours later': () => later(9 * HOUR),
        fails: () => receiver.answer(() => 500),
        'one title fails': () => receiver.answer(({ event }) => (event.data.imdbId === 'tt0000001' ? 400 : 204)),
        'is gone': () => receiver.answer(() => 410),
        answers: () => receiver.answer(() => 204),
        enable: () => webhooks.enable(accountId, id),
        redeliver: () => webhooks.redeliverFailed(accountId, id).catch(() => {}),
        rotate: () => webhooks.rotate(accountId, id),
        // As when a node dies that is at it.
        'forgets its turn': () =>
          db.query('update webhook set hold = gen_random_uuid(), look_at = now() where id = $1', [id]),
      };
      for (const step of steps) {
        await act[step]();
        const { rows } = await log.list(accountId, id, null, { offset: 0, limit: 1_000 });
        const known = new Set(receiver.got.map((got) => got.id));
        for (const { idChange, state, webhookId } of rows) {
          expect(written).toContain(idChange);
          wasGivenUp ||= state === 'failed';
          if (state === 'sent') expect(known, step).toContain(webhookId);
        }
      }
      receiver.answer(() => 204);
      await webhooks.enable(accountId, id);
      await webhooks.redeliverFailed(accountId, id);
      later(HOUR);
      await round();
      await round();
      const { rows } = await log.list(accountId, id, null, { offset: 0, limit: 1_000 });
      expect(rows.map(({ idChange, state }) => [idChange, state])).toEqual(
        written.toReversed().map((one) => [one, 'sent']),
      );
      const place = new Map(rows.map(({ webhookId, idChange }) => [webhookId, idChange]));
      expect([...new Set(receiver.got.map((got) => got.id))].sort()).toEqual([...place.keys()].sort());
      // What was given up is behind those that came after it.
      const titles = wasGivenUp ? [] : ['tt0000001', 'tt0000002', 'tt0000003'];
      for (const title of titles) {
        const ids = receiver.got
          .filter(({ event }) => event.data.imdbId === title)
          .map((got) => place.get(got.id) ?? 0);
        const first = [...new Set(ids)];
        expect(first).toEqual(first.toSorted((one, other) => one - other));
      }
      await webhooks.remove(accountId, id);
    }),
    { numRuns: randomRuns(20) },
  );
});
