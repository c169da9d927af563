import { describe, expect, it } from 'vitest';
import { createLogs, type Log } from '#server/platform/log.ts';
import { HOSTILE, UNSAFE } from '#test/support/hostile.ts';
import { LOGGED, linesOf } from './kept.rules.ts';
import { LONGEST_LINE, lineOf } from './line.rules.ts';

/** What is kept of what a module says. */
const kept = (speak: (log: Log) => void) => {
  const lines: string[] = [];
  const logs = createLogs({
    level: 'debug',
    isOutage: () => false,
    write: () => {},
    onLine: (line) => lines.push(line),
  });
  speak(logs({ module: 'catalog.import', category: 'cron' }));
  return linesOf(lines.map((line) => ({ line })));
};

describe('a line', () => {
  it('is kept with its level, category and ids, and says all it has said', () => {
    const [line] = kept((log) => log.warn({ requestId: 'mia1-4711', run: 12, took: 3.5, of: { a: [1] } }, 'slow'));
    expect(line).toEqual({
      ...{ at: expect.any(Date), level: 40, category: 5, requestId: 'mia1-4711', run: 12 },
      text: 'catalog.import slow requestId=mia1-4711 run=12 took=3.5 of={"a":[1]}',
    });
  });

  it('of a mistake says where it happened, below itself', () => {
    const [line] = kept((log) => log.error({ err: new RangeError('ours') }, 'no'));
    const [first, second, third] = line?.text.split('\n') ?? [];
    expect([first, second]).toEqual(['catalog.import no', '    RangeError: ours']);
    expect(third).toMatch(/^ {4}at .*line\.rules\.test\.ts/);
  });

  it.each(HOSTILE)('holds nothing that is more than letters: %s', (_, nasty) => {
    const [line] = kept((log) => log.info({ nasty, [nasty]: 1, deep: [nasty] }, nasty));
    expect(line?.text).toMatch(/^catalog\.import /);
    expect(line?.text).not.toMatch(UNSAFE);
  });

  it('shows at most 8 characters of a secret', () => {
    const secret = `kdx_${'0123456789ABCDEFGHJKMNPQRS'}`;
    const [line] = kept((log) => log.info({ url: `/x?token=${secret}` }, `with ${secret}`));
    expect(line?.text).not.toContain(secret.slice(0, 9));
  });

  it('of a megabyte is cut, and says so', () => {
    const long = 'x'.repeat(1_000_000);
    const lines = kept((log) => {
      log.info(long);
      log.info({ long, ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`field${at}`, long])) }, 'short');
      log.error(
        { err: Object.assign(new Error(long), { stack: `Error: ${long}\n${'    at x\n'.repeat(10_000)}` }) },
        'no',
      );
    });
    expect(lines).toHaveLength(3);
    for (const { text } of lines) expect(text.length).toBeLessThan(LONGEST_LINE + 50);
    expect(lines[0]?.text).toMatch(/^catalog\.import x{1000,}…$/);
    expect(lines[1]?.text).toMatch(/^catalog\.import short cut=\d+ characters$/);
  });

  it.each(['', 'no JSON', '1', 'null', '{}', '{"level":30}', '{"level":"30","time":"2026-11-20T00:00:00Z"}'])(
    'is not made of what the log has not written: %s',
    (text) => {
      expect(lineOf(text)).toBeNull();
      expect(LOGGED.decode({ line: text })).toBeNull();
    },
  );

  it('with ids that are none has none, and with a strange category is of none in particular', () => {
    const line = lineOf(
      '{"level":30,"time":"2026-11-20T00:00:00Z","module":"x","category":77,"requestId":"a b","run":"7","msg":"m"}',
    );
    expect(line).toMatchObject({ category: 4, requestId: null, run: null });
  });

  it('waits as the log wrote it', () => {
    const line = '{"level":30,"time":"2026-11-20T00:00:00Z","module":"x","category":1,"msg":"m"}\n';
    expect(LOGGED.decode(JSON.parse(JSON.stringify(LOGGED.encode({ line }))))).toEqual({ line });
  });
});
