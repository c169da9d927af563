import { describe, expect, it } from 'vitest';
import { creditParts, toldPerson, toldTitle } from './told.rules.ts';

const credit = (role: number, ordering: number, person: number) => ({
  ...{ role, ordering, person, main: false, characters: null, job: null, remark: null },
});
const everybody = new Set([11, 12, 13]);

describe('what a source tells of a title', () => {
  it('has the fields that it mentions, by their names on the wire, and no others', () => {
    expect(toldTitle({ id: 1, title: 'The Harbour', plot: null }, everybody)).toEqual({
      id: 1,
      fields: { title: 'The Harbour', plot: null },
      parts: {},
    });
  });

  it('says that there are credits also where nobody of them is there', () => {
    const { parts } = toldTitle({ id: 1, actors: [credit(0, 1, 99)], crew: [] }, everybody);
    expect(parts.actors).toEqual({ says: true, rows: [] });
    expect(parts.crew).toEqual({ says: false, rows: [] });
  });

  it('has its credits in the order in which they are read, parted by role', () => {
    const credits = [credit(2, 1, 13), credit(0, 2, 12), credit(1, 1, 12), credit(0, 1, 11)];
    const { actors, crew } = toldTitle({ id: 1, credits }, everybody).parts;
    expect(actors?.rows).toEqual([credit(0, 1, 11), credit(0, 2, 12)]);
    expect(crew?.rows).toEqual([credit(1, 1, 12), credit(2, 1, 13)]);
  });

  it('tells of actors or crew alone where it does', () => {
    expect(creditParts({ id: 1, actors: [credit(0, 1, 11)] })).toEqual({
      actors: [credit(0, 1, 11)],
      crew: undefined,
    });
    expect(Object.keys(toldTitle({ id: 1, crew: [] }, everybody).parts)).toEqual(['crew']);
  });

  it('has akas in their order, with what is kept of them', () => {
    const aka = (ordering: number) => ({
      ...{ ordering, title: `Aka ${ordering}`, region: 'DE', language: null },
      ...{ types: null, attributes: null, original: false },
    });
    const { akas } = toldTitle(
      { id: 1, akas: [{ ...aka(2), more: 1 } as ReturnType<typeof aka>, aka(1)] },
      everybody,
    ).parts;
    expect(akas).toEqual({ says: true, rows: [aka(1), aka(2)] });
  });

  it('has lists as JSON keeps them', () => {
    const lists = { goofs: [{ type: 'plot', goof: 'A boat flies.', more: undefined }] };
    expect(toldTitle({ id: 1, lists }, everybody).parts).toEqual({
      goofs: { says: true, rows: [{ type: 'plot', goof: 'A boat flies.' }] },
    });
  });
});

it('what a source tells of a person has fields and lists', () => {
  expect(toldPerson({ id: 2, name: 'Ada', lists: { nicknames: [] } })).toEqual({
    id: 2,
    fields: { name: 'Ada' },
    parts: { nicknames: { says: false, rows: [] } },
  });
});
