import { expect, it } from 'vitest';
import { blocksOf, inlinesOf } from './markdown.ts';

const text = (said: string) => ({ is: 'text', text: said });

it('reads headings, paragraphs and lists', () => {
  expect(blocksOf('# One\nTwo\nthree\r\n\r\n- a\n- b\n  more\n1. c\n2) d\n\n##### Deep ##\n\nEnd')).toEqual([
    { is: 'heading', level: 2, parts: [text('One')] },
    { is: 'paragraph', parts: [text('Two\nthree')] },
    { is: 'list', ordered: false, items: [[text('a')], [text('b more')]] },
    { is: 'list', ordered: true, items: [[text('c')], [text('d')]] },
    { is: 'heading', level: 4, parts: [text('Deep')] },
    { is: 'paragraph', parts: [text('End')] },
  ]);
  expect(blocksOf('')).toEqual([]);
});

it('reads what is marked within a line', () => {
  expect(inlinesOf('**b** `d*e*`')).toEqual([
    { is: 'strong', parts: [text('b')] },
    text(' '),
    { is: 'code', text: 'd*e*' },
  ]);
  expect(inlinesOf('**b *c* d**')).toMatchObject([{ is: 'text' }, { is: 'em' }, { is: 'text' }]);
  expect(inlinesOf('a *b* and [c](/docs)')).toEqual([
    text('a '),
    { is: 'em', parts: [text('b')] },
    text(' and '),
    { is: 'link', parts: [text('c')], to: '/docs' },
  ]);
  expect(inlinesOf('2 * 3 * 4')).toEqual([text('2 * 3 * 4')]);
});

it.each([
  ['[a](https://b.example)', 'https://b.example'],
  ['[a](mailto:b@c.example)', 'mailto:b@c.example'],
  ['[a](/docs)', '/docs'],
  ['[a](#/privacy)', '#/privacy'],
  ['https://b.example/c?d=e.', 'https://b.example/c?d=e'],
])('%s leads to %s', (source, to) => expect(inlinesOf(source)[0]).toMatchObject({ is: 'link', to }));

it.each([
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert)',
  '[a](data:text/html,b)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](vbscript:b)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt;',
])('%s stays text', (source) => {
  const found = inlinesOf(source);
  expect(found.every(({ is }) => is === 'text')).toBe(true);
  expect(found.map((one) => ('text' in one ? one.text : '')).join('')).toBe(source);
});

it('takes about as long for twice as much, whatever is written', () => {
  for (const hostile of ['**', '*a', '[', '[a](', '`', '# ', '- ', 'https://'])
    expect(blocksOf(hostile.repeat(5_000)).length).toBeGreaterThan(0);
});
