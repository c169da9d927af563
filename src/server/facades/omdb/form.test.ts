import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { REASONS, type Reason } from '#contracts/errors.ts';
import { failure } from '#server/kernel/failure.ts';
import { notFound, TEXTS, tell } from './failures.ts';
import { formOf, isFunction, written } from './form.ts';
import { searchOf, seasonOf } from './lists.map.ts';
import { bareTitle } from './title.fixture.ts';
import { titleOf } from './title.map.ts';
import { searchElement, seasonElement, titleElement } from './xml.map.ts';

/** What breaks out of texts where nobody looks. */
const HOSTILE = [
  `"><script>alert('1')</script>`,
  "]]>--&amp;&#0;&lt;%22'`",
  'line\nline\r\nline\ttab',
  'nul \0 bell \u0007 escape \u001b[31m del \u007f',
  'separators \u2028 \u2029 marks \u202e \ufeff \ufffe \uffff',
  'half \ud83d pair \udc00, whole 🎬, العربية, 映画',
  '</root><root response="True">',
  'a'.repeat(100_000),
];

const hostileTitle = (text: string) =>
  titleOf(bareTitle({ title: text, simplePlot: text, rated: text, genres: [{ genre: text }] }), false);
const elements = HOSTILE.flatMap((text) => {
  const hit = {
    kind: 'movie',
    imdbId: 'tt0000001',
    title: text,
    year: 1,
    type: 'M',
    rating: 1,
    votes: 1,
    series: null,
  } as const;
  const episode = {
    ...{ episode: 1, season: 1, runtime: null, imdbId: 'tt0000002', title: text, date: null, year: null },
    rating: null,
  };
  const season = { numSeason: 1, year: null, episodes: [{ ...episode, plot: null, votes: null, posterUrl: null }] };
  const series = { imdbId: 'tt0000001', title: text, type: 'S', totalSeasons: 1 } as const;
  return [
    titleElement(hostileTitle(text)),
    searchElement(searchOf([{ ...hit, posterUrl: text, endYear: null }], 1)),
    seasonElement(seasonOf(series, season)),
  ].map((element) => ({ element, text }));
});
const XML = formOf({ r: 'XML' });
const xmlOf = (element: (typeof elements)[number]['element']) => written({}, () => element, XML).body;

const hasPython = spawnSync('python3', ['--version']).status === 0;
/** Reads documents by a parser that forgives nothing: the attributes of the root's first child, or of the root. */
const READER = `
import json, sys, xml.etree.ElementTree as tree
def read(text):
    root = tree.fromstring(text)
    return dict((root[0] if len(root) and root[0].attrib else root).attrib)
print(json.dumps([read(text.encode('utf-8')) for text in json.load(sys.stdin)]))`;

describe('the XML of an answer', () => {
  it.skipIf(!hasPython)('is well-formed and says the same, whatever is in its texts', () => {
    const documents = elements.map(({ element }) => xmlOf(element).toWellFormed());
    const { stdout, stderr } = spawnSync('python3', ['-c', READER], { input: JSON.stringify(documents) });
    expect(stderr.toString()).toBe('');
    const impossible = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
    const titles = JSON.parse(stdout.toString()).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(elements.map(({ text }) => text.replace(impossible, '')));
  });

  it('of a title is one element with attributes, as OMDb has it', () => {
    const title = titleOf(
      bareTitle({ year: 1999, type: 'E', series: { imdbId: 'tt9', title: null, season: 1, episode: 2 } }),
      false,
    );
    expect(written(title, () => titleElement(title), XML)).toEqual({
      type: 'text/xml; charset=utf-8',
      body: '<?xml version="1.0" encoding="UTF-8"?><root response="True"><movie title="Orbit Six" year="1999" rated="N/A" released="N/A" season="1" episode="2" runtime="N/A" genre="N/A" director="N/A" writer="N/A" actors="N/A" plot="N/A" language="N/A" country="N/A" awards="N/A" poster="N/A" metascore="N/A" imdbRating="N/A" imdbVotes="N/A" imdbID="tt0000001" seriesID="tt9" type="episode"/></root>',
    });
  });
});

describe('the script of an answer', () => {
  it.each(['done', 'jQuery123_456', '$', 'my.app.done', '_'])('may call %s', (callback) => {
    expect(isFunction(callback)).toBe(true);
  });
  it.each([
    '',
    '1a',
    'a b',
    'alert(1)',
    'a;b',
    'a.',
    '.a',
    'a..b',
    'a[0]',
    '/**/a',
    'a\u2028',
    '\u00e9',
    'a'.repeat(101),
    'a.b.c.d.e.f',
  ])('may not call %j, and is JSON then', (callback) => {
    expect(isFunction(callback)).toBe(false);
    expect(written({ a: 1 }, () => ({ name: 'x' }), formOf({ callback })).type).toMatch(/^application\/json/);
  });

  it('hands over what the JSON says, whatever is in its texts', () => {
    for (const text of HOSTILE) {
      const title = hostileTitle(text);
      const { body, type } = written(title, () => titleElement(title), formOf({ callback: 'my.done' }));
      expect(type).toBe('text/javascript; charset=utf-8');
      expect(body).toMatch(/^my\.done\(\{.*\}\);$/s);
      expect(body).not.toMatch(/[\u2028\u2029]/);
      const got = runInNewContext(`let got; const my = { done: (one) => { got = JSON.stringify(one) } }; ${body} got`);
      expect(JSON.parse(got)).toEqual(JSON.parse(JSON.stringify(title)));
    }
  });
});

describe('a failure', () => {
  it.each([
    ['token_missing', 401, 'No API key provided.'],
    ['token_invalid', 401, 'Invalid API key!'],
    ['token_disabled', 401, 'Invalid API key!'],
    ['quota_spent', 401, 'Request limit reached!'],
    ['burst', 429, 'Request limit reached!'],
    ['too_many_tries', 429, 'Request limit reached!'],
    ['malformed_id', 200, 'Incorrect IMDb ID.'],
    ['title_unknown', 200, 'Incorrect IMDb ID.'],
    ['season_unknown', 200, 'Series or season not found!'],
    ['episode_unknown', 200, 'Series or episode not found!'],
    ['invalid_parameter', 200, 'Something went wrong.'],
    ['address_unknown', 404, 'There is nothing at this address.'],
    ['internal', 500, 'Something went wrong.'],
    ['unavailable', 503, 'Something went wrong.'],
  ] as const)('for %s is %i and says: %s', (reason, status, text) => {
    const told = tell(
      failure(reason, reason === 'address_unknown' ? undefined : 'A text with details of ours.'),
      '/omdb/?i=tt1',
    );
    expect(told).toEqual({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ Response: 'False', Error: text }),
      status,
    });
  });

  it('says what was looked for where that is known', () => {
    for (const text of Object.values(TEXTS))
      expect(JSON.parse(tell(notFound('title_unknown', text), '/omdb/').body).Error).toBe(text);
  });

  it('of every reason has a text of one line, and a status that the service gives', () => {
    for (const reason of Object.keys(REASONS) as Reason[]) {
      const { body, status = 0 } = tell(failure(reason), '/omdb/');
      expect(JSON.parse(body).Error).toMatch(/^[^\n]{5,60}$/);
      expect([200, 401, 404, 429, 500, 503]).toContain(status);
    }
  });

  it.each([
    [
      '?R=XML',
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="UTF-8"?><root response="False"><error>Incorrect IMDb ID.</error></root>',
    ],
    [
      '?callback=a.b&r=json',
      'text/javascript; charset=utf-8',
      'a.b({"Response":"False","Error":"Incorrect IMDb ID."});',
    ],
    ['?callback=a(b', 'application/json; charset=utf-8', '{"Response":"False","Error":"Incorrect IMDb ID."}'],
    [
      '?callback=first&callback=second',
      'text/javascript; charset=utf-8',
      'first({"Response":"False","Error":"Incorrect IMDb ID."});',
    ],
    ['?%&%zz=%&r', 'application/json; charset=utf-8', '{"Response":"False","Error":"Incorrect IMDb ID."}'],
  ])('is written as %s asks', (query, type, body) =>
    expect(tell(failure('malformed_id'), `/omdb/${query}`)).toMatchObject({ type, body }),
  );
});
