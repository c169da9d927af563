import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { TITLE_LISTS } from '../record.ts';
import { PersonFile, PersonLine, TitleFile } from './form.ts';
import { readSample, readSampleFiles } from './read.ts';

const files = readSampleFiles();
const { titles, people } = readSample();

const mistakes = (schema: TSchema, all: readonly { readonly id: string }[]): string[] => {
  const check = Compile(schema);
  return all.flatMap((one) =>
    check
      .Errors(one)
      .slice(0, 3)
      .map((error) => `${one.id}${error.instancePath} ${error.message}`),
  );
};
const repeated = (values: readonly (string | number)[]) => values.filter((value, at) => values.indexOf(value) !== at);

/** Titles of which every part is filled. */
const isFull = (file: TitleFile): boolean =>
  [
    file.actors,
    file.akas,
    file.keywords,
    file.similarMovies,
    file.locations,
    file.goofs,
    file.quotes,
    file.trivias,
    file.awards,
    file.business,
    file.technicals,
    file.photos,
  ].every((part) => part !== undefined && part.length > 0) &&
  file.crew !== undefined &&
  file.genres.length > 0 &&
  file.countries.length > 0 &&
  file.languages.length > 0;

describe('the embedded catalogue', () => {
  it('has the form that its README tells', () => {
    expect(mistakes(TitleFile, files.titles)).toEqual([]);
    expect(mistakes(PersonLine, files.people)).toEqual([]);
    expect(mistakes(PersonFile, files.details)).toEqual([]);
  });

  it('names every record once', () => {
    expect(repeated(titles.map((title) => title.id))).toEqual([]);
    expect(repeated(people.map((person) => person.id))).toEqual([]);
  });

  it('knows every person that a title credits or a file describes', () => {
    const known = new Set(people.map((person) => person.id));
    const missing = titles.flatMap((title) =>
      title.credits.filter((credit) => !known.has(credit.person)).map((credit) => `${title.title}: nm${credit.person}`),
    );
    expect(missing).toEqual([]);
    const lines = new Set(files.people.map((line) => line.id));
    expect(files.details.filter((file) => !lines.has(file.id)).map((file) => file.id)).toEqual([]);
  });

  it('holds nobody without a credit or a file of their own', () => {
    const met = new Set(titles.flatMap((title) => title.credits.map((credit) => credit.person)));
    const described = new Set(files.details.map((file) => file.id));
    const idle = files.people.filter((line) => !described.has(line.id) && !met.has(Number(line.id.slice(2))));
    expect(idle.map((line) => line.name)).toEqual([]);
  });

  it('tells series from the first episode to the last', () => {
    const series = files.titles.filter((file) => file.seasons || file.type === 'S' || file.type === 'TVMS');
    for (const { title, year, endYear, seasons = {} } of series) {
      const dates = Object.values(seasons)
        .flat()
        .flatMap(([, , date]) => date ?? []);
      const numbers = Object.keys(seasons).map(Number);
      expect([dates.toSorted()[0]?.slice(0, 4), dates.toSorted().at(-1)?.slice(0, 4)], title).toEqual([
        `${year}`,
        `${endYear}`,
      ]);
      expect(numbers, title).toEqual(numbers.map((_, at) => at + 1));
    }
  });

  it('calls titles similar that it holds, two at least', () => {
    const held = new Set(files.titles.map((file) => file.id));
    const lost = files.titles.filter((file) =>
      (file.similarMovies ?? []).some((id) => id === file.id || !held.has(id)),
    );
    expect(lost.map((file) => file.id)).toEqual([]);
    expect(files.titles.filter((file) => (file.similarMovies ?? []).length < 2).map((file) => file.id)).toEqual([]);
  });

  it('refuses a kind of crew that is none of the 29', () => {
    const [file] = files.titles;
    expect(Compile(TitleFile).Check({ ...file, crew: { DIRECTOR: ['nm0000338'] } })).toBe(true);
    expect(Compile(TitleFile).Check({ ...file, crew: { TITLE_DESIGNER: ['nm0000866'] } })).toBe(false);
  });

  it('credits somebody once with an ordering in a role', () => {
    const doubled = titles.flatMap((title) =>
      repeated(title.credits.map((credit) => `${title.id} ${credit.role} ${credit.ordering}`)),
    );
    expect(doubled).toEqual([]);
  });

  it('holds about 150 films, nine series and 600 people, 42 titles with every part', () => {
    const series = files.titles.filter((file) => file.seasons);
    expect(files.titles.length - series.length).toBeGreaterThanOrEqual(140);
    expect(series.length).toBeGreaterThanOrEqual(9);
    expect(people.length).toBeGreaterThanOrEqual(600);
    expect(files.titles.filter(isFull).length).toBeGreaterThanOrEqual(42);
  });

  it('fills all parts of the titles that the documentation shows', () => {
    for (const id of ['tt0068646', 'tt0022100', 'tt0211915', 'tt0903747']) {
      expect(files.titles.filter((file) => file.id === id).map(isFull), id).toEqual([true]);
    }
    const pacino = files.details.find((file) => file.id === 'nm0000199');
    const brando = files.details.find((file) => file.id === 'nm0000008');
    for (const file of [pacino, brando]) {
      expect(
        file?.biography &&
          file.alternative &&
          file.nicknames &&
          file.tradeMarks &&
          file.quotes &&
          file.trivias &&
          file.photos,
      ).toBeTruthy();
    }
  });

  it('has akas in at least five languages, rounded votes, and one rating to a tenth', () => {
    for (const file of files.titles) {
      expect(new Set((file.akas ?? []).map(([, language]) => language)).size, file.id).toBeGreaterThanOrEqual(5);
      if (file.votes) expect(Number(file.votes.toPrecision(2)), file.id).toBe(file.votes);
      if (file.rating) expect(Number(file.rating.toFixed(1)), file.id).toBe(file.rating);
    }
  });

  it('keeps quotes to a few words', () => {
    const long = files.titles.flatMap((file) =>
      (file.quotes ?? [])
        .filter(([, words]) => words.split(/\s+/).length > 15)
        .map(([, words]) => `${file.id} ${words}`),
    );
    expect(long).toEqual([]);
  });

  it('fills the lists in the shapes that the catalogue keeps', () => {
    for (const title of titles) for (const part of Object.keys(title.lists)) expect(TITLE_LISTS).toContain(part);
  });
});
