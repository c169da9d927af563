import { expect, it } from 'vitest';
import { awardsOf } from './awards.map.ts';
import { awardsOf as given } from './title.fixture.ts';

it.each([
  ['nothing', [], null],
  ['a win', given('Saturn Awards', 1, 0), '1 win total'],
  ['a nomination', given('Saturn Awards', 0, 1), '1 nomination total'],
  ['several', given('Saturn Awards', 3, 41), '3 wins & 41 nominations total'],
  ['one Oscar', given('Academy Awards', 1, 0), 'Won 1 Oscar. 1 win total'],
  [
    'Oscars among others',
    [...given('Academy Awards', 4, 6), ...given('Goya Awards', 2, 1)],
    'Won 4 Oscars. 6 wins & 7 nominations total',
  ],
  ['nominations for Oscars', given('Academy Award', 0, 2), 'Nominated for 2 Oscars. 2 nominations total'],
  ['a nomination for a BAFTA', given('BAFTA Awards', 0, 1), 'Nominated for 1 BAFTA Award. 1 nomination total'],
  [
    'an Emmy that was won, before Oscars that were not',
    [...given('Academy Awards', 0, 2), ...given('Primetime Emmy Awards', 6, 0)],
    'Won 6 Primetime Emmys. 6 wins & 2 nominations total',
  ],
  ['Golden Globes', given('Golden Globes, USA', 2, 0), 'Won 2 Golden Globes. 2 wins total'],
  ['prizes that are called like Oscars', given('Academy Awards of Japan', 1, 0), '1 win total'],
])('%s', (_name, awards, sentence) => expect(awardsOf(awards)).toBe(sentence));
