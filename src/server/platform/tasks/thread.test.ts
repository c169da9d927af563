import { expect, it } from 'vitest';
import { runContext } from '#test/support/run-context.ts';
import { runInThread } from './thread.ts';

const FILE = new URL('./thread.fixture.ts', import.meta.url);

it('a run in a thread tells how far it is and leaves its lines', async () => {
  const { context, told, lines } = runContext();
  await runInThread(FILE, { what: 'count' }, context);
  expect([told, lines]).toEqual([
    [
      [1, 2],
      [2, null],
    ],
    ['counted', 'WARN: beware'],
  ]);
});

it('a run in a thread fails with the words of what it threw, and with the place when nobody thought of it', async () => {
  const refused = runInThread(FILE, { what: 'refuse' }, runContext().context);
  await expect(refused).rejects.toMatchObject({ name: 'Problem', message: 'No such folder.' });
  const failed = runInThread(FILE, { what: 'fail' }, runContext().context);
  await expect(failed).rejects.toMatchObject({
    message: 'Nobody thought of it.',
    stack: expect.stringContaining('thread.fixture.ts'),
  });
  await expect(runInThread(FILE, { what: 'exit' }, runContext().context)).rejects.toThrow('has ended before its work');
});

it('a run in a thread that is told to end does, with the reason it was given', async () => {
  const { context } = runContext((processed, stop) => {
    if (processed === 2) stop.abort(new Error('cancelled'));
  });
  await expect(runInThread(FILE, { what: 'wait' }, context)).rejects.toThrow('cancelled');
  await expect(runInThread(FILE, { what: 'count' }, context)).rejects.toThrow('cancelled');
});
