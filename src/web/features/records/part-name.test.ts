import { expect, it } from 'vitest';
import { partName } from './part-name.ts';

it.each([
  ['originalTitle', 'Original title'],
  ['similar-movies', 'Similar Movies'],
  ['endYear', 'End year'],
  ['constructor', 'Constructor'],
])('%s is %s', (part, name) => expect(partName(part)).toBe(name));
