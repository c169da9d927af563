import { describe, expect, it } from 'vitest';
import type { Preference } from '#contracts/preference.api.ts';
import { hiddenAfter, isUsual, lookOf, shownColumns } from './list-look.ts';

const COLUMNS = ['ip', 'uri', 'date'].map((key) => ({ key }));
const keys = (hidden: readonly string[]): readonly string[] => shownColumns(COLUMNS, hidden).map(({ key }) => key);

describe('what a list looks like', () => {
  it('is what was chosen for this list, else as usual', () => {
    const look = { hidden: ['uri'], density: 'compact' } as const;
    const kept: readonly Preference[] = [{ key: 'list.logs', value: { ...look, hidden: ['uri'] } }];
    expect(lookOf(kept, 'logs')).toEqual(look);
    for (const other of ['audit', undefined] as const) expect(isUsual(lookOf(kept, other))).toBe(true);
    expect(isUsual(lookOf([{ key: 'list.logs', value: true }], 'logs'))).toBe(true);
    expect([isUsual({ hidden: [], density: 'compact' }), isUsual({ hidden: ['a'], density: 'comfortable' })]).toEqual([
      false,
      false,
    ]);
  });

  it('leaves out hidden columns, but never all of them', () => {
    expect(keys(['uri'])).toEqual(['ip', 'date']);
    expect(keys(['uri', 'ip', 'date'])).toEqual(['ip', 'uri', 'date']);
    expect(shownColumns(COLUMNS, ['other'])).toBe(COLUMNS);
  });

  it('hides and shows a column, keeps the last one, and forgets what the list has no longer', () => {
    expect(hiddenAfter(COLUMNS, ['gone'], 'uri')).toEqual(['uri']);
    expect(hiddenAfter(COLUMNS, ['uri', 'ip'], 'ip')).toEqual(['uri']);
    expect(hiddenAfter(COLUMNS, ['uri', 'ip'], 'date')).toEqual(['ip', 'uri']);
  });
});
