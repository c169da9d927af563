import { expect, it } from 'vitest';
import { foldJoined, foldText, queryWords } from '#server/kernel/fold.ts';
import { testDatabase } from '#test/support/database.ts';

const db = await testDatabase();

/** Blocks whose letters every supported server knows. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x36f],
  [0x386, 0x3ce],
  [0x400, 0x481],
  [0x48a, 0x52f],
  [0x531, 0x556],
  [0x561, 0x587],
  [0x5d0, 0x5ea],
  [0x591, 0x5c7],
  [0x610, 0x61a],
  [0x621, 0x6d3],
  [0x904, 0x939],
  [0x93e, 0x94d],
  [0xe01, 0xe3a],
  [0xe40, 0xe5b],
  [0x10d0, 0x10fa],
  [0x1100, 0x1112],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x218b],
  [0x2190, 0x23ff],
  [0x2500, 0x27bf],
  [0x3000, 0x303f],
  [0x3041, 0x3096],
  [0x3099, 0x30ff],
  [0x3105, 0x312d],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0xf900, 0xfa2d],
  [0xfb00, 0xfb06],
  [0xfe30, 0xfe4f],
  [0xff01, 0xff9f],
  [0x1f300, 0x1f5ff],
  [0x20000, 0x2a6d6],
];

const corpus = (): string[] => {
  let state = 20;
  const below = (size: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * size);
  };
  const sign = ([from, to]: readonly [number, number]): string => String.fromCodePoint(from + below(to - from + 1));
  const texts = BLOCKS.flatMap((block) => {
    const all: string[] = [];
    for (let code = block[0]; code <= block[1]; code += block[1] - block[0] > 1000 ? 37 : 1)
      all.push(`a${String.fromCodePoint(code)}b ${String.fromCodePoint(code)}`, String.fromCodePoint(code));
    return all;
  });
  for (let at = 0; at < 20_000; at += 1) {
    const home = BLOCKS[below(BLOCKS.length)] ?? [0x20, 0x7e];
    const signs = Array.from({ length: 1 + below(24) }, () => {
      const sort = below(10);
      if (sort === 0) return ' ';
      return sort < 7 ? sign(home) : sign(sort < 9 ? [0x20, 0x7e] : (BLOCKS[below(BLOCKS.length)] ?? home));
    });
    texts.push(signs.join(''));
  }
  texts.push(
    'x'.repeat(1000),
    'é '.repeat(400),
    '千'.repeat(700),
    '',
    ' ',
    "a'b\\c%_",
    "Schindler's List",
    'ΟΔΟΣ ΣΑΣ Σ',
  );
  return texts;
};

it('folds in SQL exactly as in the code', async () => {
  const texts = corpus();
  const { rows } = await db.query<{ text: string; folded: string; joined: string; words: string[] | null }>(
    `select text, fold_text(text) as folded, fold_joined(text) as joined, fold_words(fold_text(text)) as words
      from unnest($1::text[]) with ordinality u (text, n) order by n`,
    [texts],
  );
  const wrong = rows.filter((row) => row.folded !== foldText(row.text) || row.joined !== foldJoined(row.text));
  expect(
    wrong.slice(0, 5).map((row) => [row.text, row.folded, foldText(row.text), row.joined, foldJoined(row.text)]),
  ).toEqual([]);
  const lost = rows.filter((row) => queryWords(row.folded).some((word) => !row.words?.includes(word)));
  expect(lost.slice(0, 5)).toEqual([]);
  expect(rows).toHaveLength(texts.length);
});

it('has no need of names as keys that are too long', async () => {
  const { rows } = await db.query<{ size: number }>(
    `select max(octet_length(w)) as size from unnest(name_lexemes(array['𠀀'||repeat('𠀀', 900), repeat('é', 3000), null, ''])) w`,
  );
  expect(rows[0]?.size).toBeLessThan(2000);
});

it('a name that comes twice, or is written another way, adds nothing', async () => {
  const { rows } = await db.query<{ twice: string[]; once: string[] }>(
    `select name_lexemes(array['O''Hara', 'Ünder', null, 'O''Hara', 'under', 'Ünder']) as twice,
      name_lexemes(array['O''Hara', 'Ünder']) as once`,
  );
  expect(rows[0]?.once).toEqual(expect.arrayContaining(['ohara', '=o hara', 'under', '=under']));
  expect(rows[0]?.twice).toEqual(rows[0]?.once);
});
