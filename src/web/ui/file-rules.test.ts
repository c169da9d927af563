import { expect, it } from 'vitest';
import { refusalOf } from './file-rules.ts';

const RULES = { endings: ['.json', '.json.gz'], most: 2_048 };

it.each([
  ['a.JSON', 1, null],
  ['a.json.gz', 2_048, null],
  ['a.gz', 1, 'a.gz is none of .json, .json.gz'],
  ['json', 1, 'json is none of .json, .json.gz'],
  ['a.json', 0, 'a.json is empty'],
  ['a.json', 2_049, 'a.json is larger than 2.0 KB'],
])('%s with %d bytes', (name, size, refusal) => expect(refusalOf({ name, size }, RULES)).toBe(refusal));
