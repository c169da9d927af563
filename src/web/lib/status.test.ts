import { describe, expect, it } from 'vitest';
import { codeTone, LOG_LEVEL, logTone, PAYMENT, TASK, taskBar, tokenTone, toneOf } from './status.ts';

describe('colours of states', () => {
  it.each([
    ['VALID', 'success'],
    ['INVALID', 'danger'],
    ['', 'danger'],
  ])('a token that is %s', (status, tone) => expect(tokenTone(status)).toBe(tone));

  it.each([
    ['COMPLETED', 'success'],
    ['CANCELLED', 'danger'],
    ['CREATED', 'danger'],
    ['REFUNDED', 'danger'],
    ['constructor', 'neutral'],
  ])('a payment that is %s', (status, tone) => expect(toneOf(PAYMENT, status)).toBe(tone));

  it.each([
    ['FINISHED', 'success'],
    ['CANCELLED', 'success'],
    ['WAITING', 'warning'],
    ['CANCELLING', 'warning'],
    ['ERROR', 'danger'],
    ['EXECUTING', 'primary'],
    ['READY', 'info'],
    ['SOMETHING', 'neutral'],
  ])('a task that is %s in the list', (status, tone) => expect(toneOf(TASK, status)).toBe(tone));

  it.each([
    ['WAITING', 30, 'warning', 100, true],
    ['CANCELLED', 30, 'warning', 100, false],
    ['CANCELLING', 30, 'warning', 30, true],
    ['FINISHED', 0, 'success', 100, false],
    ['FINISHED', 98, 'success', 98, false],
    ['EXECUTING', 0, 'primary', 100, true],
    ['EXECUTING', 42, 'primary', 42, true],
    ['ERROR', 0, 'danger', 100, false],
    ['ERROR', 7, 'danger', 7, false],
    ['READY', 0, 'info', 0, true],
    ['EXECUTING', 140, 'primary', 100, true],
    ['READY', Number.NaN, 'info', 0, true],
  ])('the bar of a task that is %s at %d', (status, given, tone, percent, animated) =>
    expect(taskBar(status, given)).toEqual({ tone, percent, animated }),
  );

  it.each([
    [100, 'info'],
    [199, 'info'],
    [200, 'success'],
    [299, 'success'],
    [308, 'none'],
    [404, 'warning'],
    [429, 'warning'],
    [500, 'danger'],
    [599, 'danger'],
    [600, 'none'],
    [0, 'none'],
  ])('a request answered with %d', (code, tone) => expect(codeTone(code)).toBe(tone));

  it.each([
    ['TRACE', 'none', 'neutral'],
    ['DEBUG', 'success', 'success'],
    ['INFO', 'info', 'info'],
    ['WARN', 'warning', 'warning'],
    ['ERROR', 'danger', 'danger'],
    ['FATAL', 'none', 'solid'],
  ])('a log line of level %s, its row and its badge', (level, row, badge) => {
    expect(logTone(level)).toBe(row);
    expect(toneOf(LOG_LEVEL, level)).toBe(badge);
  });
});
