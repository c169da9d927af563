import { expect, it } from 'vitest';
import { readListPage } from './s3-list.rules.ts';

const KEY = 'ab'.repeat(32);
const one = (key: string, at = '2026-11-23T12:00:00.000Z'): string =>
  `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`;
const page = (contents: string, more = false): string =>
  `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}</ListBucketResult>`;

it('a page has the pictures of the folder and nothing else', () => {
  const writtenAt = new Date('2026-11-23T12:00:00.000Z');
  const contents = [`a/${KEY}`, `a/b/${KEY}`, KEY, 'a/notes.txt', 'a/'].map((key) => one(key)).join('');
  expect(readListPage(page(contents), 'a/')).toEqual({ stored: [{ key: KEY, writtenAt }], next: null });
  expect(readListPage(page(contents), '')?.stored).toEqual([{ key: KEY, writtenAt }]);
});

it('signs that XML cannot hold are read as what they stand for', () => {
  const contents = one(`films &amp; &#x3c;&#62;&quot;/${KEY}`);
  expect(readListPage(page(contents), 'films & <>"/')?.stored).toHaveLength(1);
  expect(readListPage(page(one('&#x110000;')), '&#x110000;')).not.toBeNull();
});

it('the next page begins after the last key, whoever it is of', () => {
  expect(readListPage(page(one(KEY) + one('z&amp;y'), true), '')?.next).toBe('z&y');
});

it.each([
  ['another document', '<html></html>'],
  ['a moment that is none', page(one(KEY, 'yesterday'))],
  ['more to come after nothing', page('', true)],
])('%s is no page', (_, xml) => {
  expect(readListPage(xml, '')).toBeNull();
});
