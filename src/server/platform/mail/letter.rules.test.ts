import { expect, it } from 'vitest';
import { type Letter, write } from './letter.rules.ts';

const LETTER: Letter = {
  subject: 'A "film" & more',
  paragraphs: ['One.\nTwo.', '<b>Three</b>'],
  rows: [
    ['Price', '€27.00'],
    ["It's", 'a\nb'],
  ],
  link: { label: 'Go on', url: 'https://films.example/#/x?a=1&b=2' },
  after: ['The end.'],
};

it('a letter is written plain', () => {
  expect(write(LETTER).text).toBe(
    "One.\nTwo.\n\n<b>Three</b>\n\nPrice: €27.00\nIt's: a\nb\n\nGo on:\nhttps://films.example/#/x?a=1&b=2\n\nThe end.\n",
  );
  expect(write({ subject: 'x', paragraphs: ['One.'] }).text).toBe('One.\n');
});

it('a letter is written as HTML, in which its texts are texts', () => {
  const { html } = write(LETTER);
  expect(html).toContain('<p>One.<br>Two.</p><p>&#60;b&#62;Three&#60;/b&#62;</p>');
  expect(html).toContain('<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">A &#34;film&#34; &#38; more</h1>');
  expect(html).toContain('href="https://films.example/#/x?a=1&#38;b=2"');
  expect(html).toContain('>It&#39;s</th>');
  expect(html).not.toMatch(/<b>|<script|<img/);
  expect(write({ subject: 'x', paragraphs: ['One.'] }).html).not.toMatch(/<table|<a /);
});

it.each([
  ['one\r\nBcc: all@example.org', 'one Bcc: all@example.org'],
  ['one\u2028two\u0000three\u0085four', 'one two three four'],
  [` ${'x'.repeat(300)}`, 'x'.repeat(200)],
])('a subject is one line: %j', (subject, line) => {
  expect(write({ subject, paragraphs: [] }).subject).toBe(line);
});
