import { describe, expect, it } from 'vitest';
import { fitness } from './fuzzy.ts';

const best = (typed: string, ...texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => {
      const worth = fitness(typed, text);
      return worth === null ? [] : [{ text, worth }];
    })
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ text }) => text);

describe('what fits what is typed', () => {
  it('holds every word of it, in any order, whatever the case and the accents', () => {
    expect(best('LOG', 'Audit', 'Logs')).toEqual(['Logs']);
    expect(best('roles prod', 'Products & Roles', 'Products')).toEqual(['Products & Roles']);
    expect(best('amelie', 'Amélie (2001)')).toEqual(['Amélie (2001)']);
    expect(best('  ', 'Anything')).toEqual(['Anything']);
  });

  it('may leave characters out, but not swap them', () => {
    expect(best('cnfg', 'Configuration', 'Logging')).toEqual(['Configuration']);
    expect(best('gfnc', 'Configuration')).toEqual([]);
    expect(best('go', 'Sign out', 'Great oaks')).toEqual(['Great oaks']);
    expect(best('a+b', 'aab')).toEqual([]);
  });

  it('fits better as a whole, at the beginning of a word, and in a shorter text', () => {
    expect(best('log', 'Catalogue', 'List of grants', 'Logging', 'Logs')).toEqual([
      'Logs',
      'Logging',
      'Catalogue',
      'List of grants',
    ]);
    expect(best('nt', 'Agent', 'New task')).toEqual(['Agent', 'New task']);
    expect(best('ro', 'Products & Roles', 'Products')).toEqual(['Products & Roles', 'Products']);
  });
});
