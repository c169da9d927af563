import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { contrast } from './palettes.ts';
import { drawPortrait, initialsOf } from './portrait.ts';
import { composePoster, drawPoster } from './poster.ts';
import { drawStill } from './still.ts';

const GENRES = [
  ['Crime', 'Drama'],
  ['Horror'],
  ['Sci-Fi', 'Adventure'],
  ['Western'],
  ['Romance'],
  ['War'],
  ['Animation'],
  ['Documentary'],
  ['Comedy'],
  ['Musical'],
  ['Fantasy'],
  ['Thriller'],
  ['History'],
  ['Action'],
  [],
];
const HOSTILE = [
  '<script>alert(1)</script>&"\'',
  ']]><image href="http://example.test/x"/>',
  'مدينة الرياح',
  '\u202Eevil\u202C',
  '🎬🍿🎥',
  'é'.repeat(300),
  'word '.repeat(60),
  '',
  '\u0000\u001B[31m\uFFFF\uD800',
  '__proto__ constructor',
];
const subject = (n: number) => ({
  imdbId: `tt${String(1_000_000 + n * 7919).padStart(7, '0')}`,
  title: ['The Long Night', 'M', 'A Story of Two Cities and the Sea Between Them', 'Łódź 1939'][n % 4] ?? 'Title',
  year: 1920 + (n % 100),
  genres: GENRES[n % GENRES.length] ?? [],
});

/** Every element closed in order, attributes quoted, no bare ampersand: enough of XML for what is drawn here. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, closing, name, _attributes, empty) => {
      if (closing) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).toBe('');
  expect(svg.replace(/&#\d+;/g, '')).not.toContain('&');
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(svg).not.toMatch(/[\p{Cc}\p{Cs}]/u);
}

function expectSafe(svg: string): void {
  expectWellFormed(svg);
  const drawn = svg.replace(/ aria-label="[^"<]*"/, '');
  expect(drawn).not.toMatch(/<(text|script|image|foreignObject|style|a|use)\b|\bhref|\bon\w+=/);
}

const drawings = (text: string, n: number): string[] => [
  drawPoster({ ...subject(n), title: text }),
  drawPortrait({ imdbId: `nm${1_000_000 + n}`, name: text, birthYear: null }),
  drawStill({ imdbId: subject(n).imdbId, title: text, caption: text, index: n, genres: n % 2 ? null : [] }),
];

describe('drawings', () => {
  test('are the same for the same record and differ between records', () => {
    expect(drawings('Same', 3)).toEqual(drawings('Same', 3));
    expect(new Set(Array.from({ length: 60 }, (_, n) => drawPoster({ ...subject(n), title: 'Same' }))).size).toBe(60);
  });

  test.each(HOSTILE.map((text, n) => [text, n] as const))('%j is drawn safely', async (text, n) => {
    for (const svg of drawings(text, n)) {
      expectSafe(svg);
      expect((await sharp(Buffer.from(svg)).metadata()).format).toBe('svg');
    }
  });

  test('are safe and finite over many records', () => {
    for (let n = 0; n < 300; n += 1) {
      const { imdbId, title, genres } = subject(n);
      expectSafe(drawPoster(subject(n)));
      expectSafe(drawStill({ imdbId, title, caption: null, index: n % 7, genres }));
      expectSafe(drawPortrait({ imdbId, name: title, birthYear: 1900 + n }));
    }
  });

  test('stills of one title follow one another', () => {
    const stills = Array.from({ length: 4 }, (_, index) =>
      drawStill({ imdbId: 'tt0017136', title: 'Metropolis', caption: null, index, genres: ['Drama', 'Sci-Fi'] }),
    );
    expect(new Set(stills).size).toBe(4);
  });

  test('a catalogue uses many palettes', () => {
    expect(new Set(Array.from({ length: 300 }, (_, n) => composePoster(subject(n)).palette)).size).toBeGreaterThan(15);
  });
});

test.each([
  ['Ada Roth', 'AR'],
  ['Émile de la Tour', 'ÉT'],
  ['Cher', 'C'],
  ['50 Cent', 'C'],
  ['黒澤明', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('what stands under the name of a person depends on nothing that is known of their looks', () => {
  const one = drawPortrait({ imdbId: 'nm1000001', name: 'Ada Roth', birthYear: 1901 });
  const still = (title: string) => drawStill({ imdbId: 'nm1000001', title, caption: 'A', index: 0, genres: null });
  expect(one).toContain('aria-label="Ada Roth"');
  // No word of the caption or the name calls for a scene with a figure, as it does under a film's.
  expect(still('The Mask').replaceAll('The Mask', '')).toBe(still('A Crowd').replaceAll('A Crowd', ''));
});

describe('titles are legible', () => {
  test('ink and ground are at least 4.5 to 1 apart', () => {
    for (let n = 0; n < 400; n += 1) {
      const { ink, on } = composePoster(subject(n));
      expect(contrast(ink, on)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('nothing but lettering stands where the title is', async () => {
    const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    for (let n = 0; n < 45; n += 1) {
      const { svg, titleBox, on, ink } = composePoster(subject(n));
      const scale = 200 / 1000;
      const area = {
        left: Math.ceil(titleBox.x * scale),
        top: Math.ceil(titleBox.y * scale),
        width: Math.floor(titleBox.w * scale) - 1,
        height: Math.floor(titleBox.h * scale) - 1,
      };
      const drawn = await sharp(Buffer.from(svg)).resize({ width: 200 }).png().toBuffer();
      const pixels = await sharp(drawn).extract(area).removeAlpha().raw().toBuffer();
      const [from, to] = [channels(on), channels(ink)];
      const span = to.map((value, i) => value - (from[i] ?? 0));
      const length = span.reduce((sum, value) => sum + value * value, 0);
      for (let at = 0; at < pixels.length; at += 3) {
        const offset = from.map((value, i) => (pixels[at + i] ?? 0) - value);
        const share = offset.reduce((sum, value, i) => sum + value * (span[i] ?? 0), 0) / length;
        const astray = offset.reduce((sum, value, i) => sum + Math.abs(value - share * (span[i] ?? 0)), 0);
        if (astray > 24)
          throw new Error(`${subject(n).imdbId}: a colour in the title's area is neither ground nor ink.`);
      }
    }
  });
});
