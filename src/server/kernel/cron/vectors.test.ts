import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testData } from '#test/support/test-data.ts';
import { next } from './cron.fixture.ts';
import { readCron } from './cron.ts';

interface Vector {
  readonly expr: string;
  readonly from: string;
  readonly next: string | null;
}
const springFile = testData('cron', 'spring_cronexpression_vectors_A.json');
const otherFile = testData('cron', 'gorhill_cronexpr_vectors.json');
const spring: { vectors: Vector[]; isValidExpression: { valid: string[]; invalid: (string | null)[] } } | null =
  springFile && JSON.parse(readFileSync(springFile, 'utf8'));
const other: { vectors: Vector[] } | null = otherFile && JSON.parse(readFileSync(otherFile, 'utf8'));

describe.skipIf(!spring)("Spring's own cases", () => {
  const moment = (text: string): Date => {
    const [at = ''] = text.split('[');
    return new Date(/[+-]\d\d:\d\d$/.test(at) ? at : `${at}Z`);
  };

  it('are 64', () => expect(spring?.vectors).toHaveLength(64));

  it.each(spring?.vectors ?? [])('$expr after $from is $next', ({ expr, from, next: wanted }) => {
    const zone = /\[(.*)\]/.exec(from)?.[1] ?? 'UTC';
    expect(next(expr, moment(from).toISOString(), zone)).toEqual(wanted === null ? null : moment(wanted));
  });

  it.each(spring?.isValidExpression.valid ?? [])('%s can be read', (expression) => {
    expect(readCron(expression, 'UTC')).not.toHaveProperty('problem');
  });

  it.each((spring?.isValidExpression.invalid ?? []).filter((each) => each !== '* * * * *'))(
    '%j cannot be read',
    (expression) => {
      expect(readCron(expression ?? '', 'UTC')).toHaveProperty('problem.code', 'cron_malformed');
    },
  );
});

describe.skipIf(!other)('cases of another dialect that mean the same in ours', () => {
  /** Six fields, or five; null: it names a year, or days of both kinds. */
  const ours = (expression: string): string | null => {
    const fields = expression.split(' ');
    if (fields.length === 7 && fields.pop() !== '*') return null;
    const [day, , weekday] = fields.slice(-3);
    return [day, weekday].filter((each) => each !== '*' && each !== '?').length < 2 ? fields.join(' ') : null;
  };
  const cases = (other?.vectors ?? []).filter(({ expr }) => ours(expr) !== null);

  it('are most of them', () => expect(cases.length).toBeGreaterThan(50));

  it.each(cases)('$expr after $from is $next', ({ expr, from, next: wanted }) => {
    const at = (text: string | null): string => `${text?.replace(' ', 'T')}Z`;
    expect(next(ours(expr) ?? '', at(from))).toEqual(new Date(at(wanted)));
  });
});
