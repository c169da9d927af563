import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { discover } from '#contracts/discover.api.ts';
import { type DiscoverAsk, facetsOf, peopleOf, tagsOf } from './discover.rules.ts';
import { wantedOf } from './head.rules.ts';

const read = (ask: DiscoverAsk) => [tagsOf(ask, true), facetsOf(ask.facets), peopleOf(ask)];
/** The failure that names a parameter. */
const naming = (field: string) =>
  expect.objectContaining({ reason: 'invalid_parameter', details: [expect.objectContaining({ field })] });

const lists = ['type', 'genre', 'genreNot', 'country', 'language', 'keyword', 'person', 'rated'] as const;
const VALUE = { type: 'M', person: 'nm0000001' } as const;

describe.each(lists)('the list %s', (name) => {
  const value: string = name in VALUE ? VALUE[name as keyof typeof VALUE] : 'fr';
  const written = (form: string): DiscoverAsk => ({ [name]: form.replaceAll('x', value) });

  it.each(['x', ' x , x ', 'x|x', 'x,x,x'])('takes %s', (form) => expect(() => read(written(form))).not.toThrow());

  it.each(['', ' ', ',', '|', 'x,', '|x', 'x, ,x', 'x||x'])('refuses %j, an empty item', (form) =>
    expect(() => read(written(form))).toThrow(naming(name)),
  );

  it.each(['x,x|x', 'x|x,', ',|'])('refuses %j, commas and bars together', (form) =>
    expect(() => read(written(form))).toThrow(naming(name)),
  );
});

it.each(['', ' ', ',', 'type,', ',type', 'type|genre', 'type,genre|year'])('refuses %j as facets', (facets) =>
  expect(() => read({ facets })).toThrow(naming('facets')),
);

it.each(['film', 'M|film', 'M,film', 'S|'])('refuses %j as types', (type) =>
  expect(() => read({ type })).toThrow(naming('type')),
);

it.each(['US', 'xwg', 'SUHH', 'US|DDDE', 'us,XYU'])('takes %j as countries', (country) =>
  expect(() => read({ country })).not.toThrow(),
);
it.each(['United States', 'USA', 'U', 'US,France', 'US|U1', 'US-CA'])('refuses %j as countries', (country) => {
  expect(() => read({ country })).toThrow(naming('country'));
  expect(() => wantedOf({ country })).toThrow(naming('country'));
});

it.each(['en', 'CMN', 'qbn', 'pt-BR|zh-Hant'])('takes %j as languages', (language) =>
  expect(() => read({ language })).not.toThrow(),
);
it.each(['English', 'e', 'en,German', 'en_GB', 'en-', '12'])('refuses %j as languages', (language) =>
  expect(() => read({ language })).toThrow(naming('language')),
);

it.each([
  ['votesFrom', 2_000_000_000],
  ['runtimeFrom', 1_000_000],
  ['runtimeTo', 1_000_000],
])('%s may be %d, not more', (name, most) => {
  expect(Check(discover.query, { [name]: most })).toBe(true);
  expect(Check(discover.query, { [name]: most + 1 })).toBe(false);
});
