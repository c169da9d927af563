import { describe, expect, it } from 'vitest';
import type { Preference } from '#contracts/preference.api.ts';
import { searchOfDefault, searchText, viewsOf } from './saved-views.ts';

const view = (id: string, name: string, search: string, page: '/admin/logs' | '/admin/tasks' = '/admin/logs') =>
  ({ key: `view.${id}`, value: { page, name, search } }) satisfies Preference;
const KEPT: readonly Preference[] = [
  { key: 'default.logs', value: 'bbbbbbbb' },
  { key: 'default.tasks', value: 'gonegone' },
  { key: 'shortcuts', value: false },
  view('bbbbbbbb', 'Errors', 'level=ERROR&log=a%26b'),
  view('aaaaaaaa', 'Audit', 'category=7'),
  view('cccccccc', 'Running', 'status=EXECUTING', '/admin/tasks'),
];

describe('saved views', () => {
  it('are those of a page by their names, or of all pages, and say which is the default', () => {
    expect(viewsOf(KEPT, '/admin/logs').map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Audit', false],
      ['Errors', true],
    ]);
    expect(viewsOf(KEPT).map(({ id }) => id)).toEqual(['aaaaaaaa', 'bbbbbbbb', 'cccccccc']);
    expect(viewsOf([{ key: 'view.aaaaaaaa', value: true }])).toEqual([]);
  });

  it('lead a menu to the default, and nowhere else once that is deleted', () => {
    expect(searchOfDefault(KEPT, '/admin/logs')).toEqual({ level: 'ERROR', log: 'a&b' });
    expect(searchOfDefault(KEPT, '/admin/tasks')).toEqual({});
    expect(searchOfDefault(KEPT, '/admin/profile')).toEqual({});
  });

  it('keep what an address filters by, in one order, and not where somebody is in the list', () => {
    expect(searchText({ page: 3, log: 'a&b', level: 'ERROR', line: '7', startDate: undefined, endDate: '' })).toBe(
      'level=ERROR&log=a%26b',
    );
  });
});
