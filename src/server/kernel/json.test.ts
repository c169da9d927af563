import { expect, it } from 'vitest';
import { jsonText, toJson } from './json.ts';

it('JSON text is plain text for whoever joins it', () => {
  expect(`${toJson({ a: [1, 'ä'] })}`).toBe('{"a":[1,"ä"]}');
  expect(`[${jsonText('1')},${jsonText('null')}]`).toBe('[1,null]');
});
