import { describe, expect, it } from 'vitest';
import { besides, type Entry, fitting, withRecent } from './entries.ts';

const entry = (name: string, label = name, note = ''): Entry => ({ name, label, note, run: () => undefined });
const labels = ({ entries }: { readonly entries: readonly Entry[] }) => entries.map(({ label }) => label);

describe('the entries of the palette', () => {
  it('are those that fit, best first, then those gone to later, and no more than eight', () => {
    const group = { label: 'Screens', entries: [entry('Tasks'), entry('Trees'), entry('Lists', 'Lists', 'Tasks')] };
    expect(labels(fitting(group, 'tasks', []))).toEqual(['Tasks', 'Lists']);
    expect(labels(fitting(group, 't', ['Trees']))[0]).toBe('Trees');
    const many = { label: 'Tasks', entries: Array.from({ length: 20 }, (_, at) => entry(`Task ${at}`)) };
    expect(fitting(many, 'task', []).entries).toHaveLength(8);
  });

  it('leave out titles that are merely spelt like a command that bears what is typed', () => {
    const titles = [{ label: 'Titles', entries: [entry('Dogs'), entry('The Lógs of War')] }];
    const commands = [{ label: 'Screens', entries: [entry('Logs')] }];
    const at = (typed: string, isSearching = false) => ({ typed, isSearching });
    expect(besides(titles, commands, at(' logs')).map(labels)).toEqual([['The Lógs of War']]);
    expect(besides(titles, commands, at('dags'))).toBe(titles);
    expect(besides(titles, [], at('logs'))).toBe(titles);
    // What stands there was found for something else, maybe.
    expect(besides(titles, [], at('logs', true)).map(labels)).toEqual([['The Lógs of War']]);
    expect(besides(titles, [], at('dags', true)).map(labels)).toEqual([[]]);
  });

  it('begin with what was gone to last, each once', () => {
    const groups = [
      { label: 'Screens', entries: [entry('a'), entry('b')] },
      { label: 'Actions', entries: [entry('c')] },
    ];
    expect(withRecent('Recent', groups, [entry('c'), entry('a')]).map(labels)).toEqual([['c', 'a'], ['b'], []]);
  });
});
