import { describe, expect, it } from 'vitest';
import { PAGES } from '#contracts/pages.ts';
import { GO, letterOf, meaningOf } from './shortcuts.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const meant = (key: string, more: object = {}, around: object = {}) =>
  meaningOf({ ...NONE, key, ...more }, { letters: true, afterG: false, ...around });

describe('a key', () => {
  it('opens the palette with Ctrl or Cmd, also where letters do nothing', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(meant('k', more, { letters: false })).toEqual({ does: 'palette' });
      expect(meant('K', more)).toEqual({ does: 'palette' });
    }
    for (const more of [{}, { ctrlKey: true, metaKey: true }, { ctrlKey: true, shiftKey: true }, { altKey: true }])
      expect(meant('k', more)).toBeNull();
  });

  it('does something alone where letters do, and nothing with others', () => {
    expect(meant('?', { shiftKey: true })).toEqual({ does: 'sheet' });
    expect(meant('/')).toEqual({ does: 'filter' });
    expect(meant('g')).toEqual({ does: 'begin' });
    for (const key of ['?', '/', 'g']) {
      expect(meant(key, {}, { letters: false })).toBeNull();
      expect(meant(key, { ctrlKey: true })).toBeNull();
    }
  });

  it('leads to a page after g only', () => {
    expect(meant('l', {}, { afterG: true })).toEqual({ does: 'go', to: '/admin/logs' });
    expect(meant('l')).toBeNull();
    expect(meant('l', {}, { afterG: true, letters: false })).toBeNull();
    expect(meant('z', {}, { afterG: true })).toBeNull();
  });

  it('leads to each page from one letter, and to every page but those that are inside another one', () => {
    const pages = Object.values(GO);
    expect(new Set(pages).size).toBe(pages.length);
    const without = Object.keys(PAGES).filter((page) => page.startsWith('/admin/') && letterOf(page) === undefined);
    expect(without.toSorted()).toEqual(['/admin/configuration/history', '/admin/tasks/detail', '/admin/tasks/runs']);
  });
});
