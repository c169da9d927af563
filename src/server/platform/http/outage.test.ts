import { expect, it } from 'vitest';
import { keptLog } from '#test/support/log.ts';
import { createOutage } from './outage.ts';

const held = () => {
  const works: (() => void)[] = [];
  let time = 0;
  let back = false;
  const log = keptLog({ fields: true });
  const fails = createOutage({
    log,
    isBack: async () => back,
    schedule: (work) => void works.push(work),
    now: () => time,
  });
  return {
    lines: log.lines,
    fails,
    comesBack: () => {
      back = true;
    },
    /** Lets 5 s pass, after which it is looked. */
    wait: async () => {
      time += 5_000;
      works.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    looks: () => works.length,
  };
};

it('tells of an outage when it begins, without where it was noticed, and of its end with how many requests failed', async () => {
  const { lines, fails, wait, comesBack, looks } = held();
  const error = new Error('connect ECONNREFUSED');
  for (let request = 1; request <= 1_000; request++) fails(error, { requestId: `a-${request}` });
  expect(lines).toEqual([
    'error requests cannot be answered for now; it is told when they can again {"requestId":"a-1","why":"connect ECONNREFUSED"}',
  ]);
  await wait();
  await wait();
  expect(lines).toHaveLength(1);
  comesBack();
  await wait();
  expect(lines[1]).toBe('warn requests are answered again {"failed":1000,"seconds":15}');
  expect(looks()).toBe(0);
});

it('is not over as long as requests go on failing, whatever answers', async () => {
  const { lines, fails, wait, comesBack } = held();
  comesBack();
  for (let looked = 0; looked < 3; looked++) {
    fails(new Error('no space left'), {});
    await wait();
  }
  expect(lines).toHaveLength(1);
  await wait();
  expect(lines[1]).toContain('"failed":3');
});

it('is told anew when it comes again', async () => {
  const { lines, fails, wait, comesBack } = held();
  comesBack();
  fails(new Error('one'), {});
  await wait();
  await wait();
  fails(new Error('two'), {});
  expect(lines.map((line) => line.slice(0, 7))).toEqual(['error r', 'warn re', 'error r']);
});
