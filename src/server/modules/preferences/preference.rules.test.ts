import { describe, expect, it } from 'vitest';
import { problemsOf } from './preference.rules.ts';

const VIEW = { page: '/admin/logs', name: 'Errors', search: 'level=ERROR&log=kdx_1234' };
const LOOK = { hidden: ['uri'], density: 'compact' };
const TOKEN = `kdx_${'a1B2'.repeat(8)}`;

describe('a preference', () => {
  it.each([
    ['shortcuts', false],
    ['recent', ['page /admin/logs', 'tt0068646']],
    ['list.audit', LOOK],
    ['default.configuration-history', 'k3p9x2m1'],
    ['view.k3p9x2m1', VIEW],
  ])('%s is taken', (key, value) => expect(problemsOf(key, value)).toEqual([]));

  it.each([
    ['theme', true],
    ['list.nothing', LOOK],
    ['list.audit.more', LOOK],
    ['view.K3P9X2M1', VIEW],
    ['shortcuts', LOOK],
    ['recent', Array(9).fill('page')],
    ['list.audit', { ...LOOK, density: 'tiny' }],
    ['list.audit', { ...LOOK, more: 1 }],
    ['list.audit', { ...LOOK, hidden: ['<b>'] }],
    ['view.k3p9x2m1', { ...VIEW, page: '/admin/products-roles' }],
    ['view.k3p9x2m1', { ...VIEW, name: '' }],
    ['view.k3p9x2m1', { ...VIEW, search: 'x'.repeat(2001) }],
  ])('%s is not taken as %j', (key, value) => expect(problemsOf(key, value)).not.toEqual([]));

  it('is told what is wrong by the fields of its own key', () => {
    const fields = (key: string, value: unknown) => problemsOf(key, value).map(({ field }) => field);
    expect(fields('list.audit', { columns: [] })).toEqual(['value.hidden', 'value.density', 'value.columns']);
    expect(problemsOf('list.audit', { ...LOOK, hidden: ['<b>'] })).toEqual([
      { field: 'value.hidden.0', message: 'is the name of a column' },
    ]);
    expect(fields('view.k3p9x2m1', { ...VIEW, name: '' })).toEqual(['value.name']);
    expect(problemsOf('shortcuts', 'off')).toEqual([{ field: 'value', message: 'must be true or false' }]);
  });

  it.each([
    ['name', TOKEN],
    ['search', `token=${TOKEN}`],
    ['search', `uri=%2Fa&log=${TOKEN.replace('_', '%5F')}`],
  ])('holds no API token in its %s', (field, text) =>
    expect(problemsOf('view.k3p9x2m1', { ...VIEW, [field]: text })[0]?.message).toContain('API token'),
  );
});
