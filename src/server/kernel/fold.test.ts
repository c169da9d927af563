import { describe, expect, it } from 'vitest';
import { foldJoined, foldText, queryWords } from './fold.ts';

describe('foldText', () => {
  it.each([
    ['The Godfather', 'the godfather'],
    ['  Amélie   Poulain ', 'amelie poulain'],
    ['Ame\u0301lie', 'amelie'],
    ['STRASSE Straße', 'strasse strasse'],
    ['Łódź, Ørsted & Đorđe', 'lodz orsted dorde'],
    ['Œuvre Æon Þór', 'oeuvre aeon thor'],
    ['øłđðħıŧŋƒɓɗɖəɛɔɲĸς', 'olddhitnfbddeeonkσ'],
    ['?\t!\n?', '? ! ?'],
    ['İstanbul ISPARTA ışık', 'istanbul isparta isik'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['Ёлки Йога', 'елки иога'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['ﾊﾞﾄﾙ', 'バトル'],
    ['가나다 기생충', '가나다 기생충'],
    ['千と千尋の神隠し', '千と千尋の神隠し'],
    ['दंगल', 'दंगल'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['Spider-Man: S.W.A.T.', 'spider man s w a t'],
    ['8½', '8 1 2'],
    ['Alien³', 'alien3'],
    ['WALL·E', 'wall e'],
    ['$', '$'],
    ['???', '???'],
    ['M', 'm'],
    ['π', 'π'],
    ['', ''],
    [' \t ', ''],
    ["%_\\'", "%_\\'"],
  ])('%j becomes %j', (text, folded) => expect(foldText(text)).toBe(folded));

  it('cuts what is longer than a key may be', () => expect(foldText('a'.repeat(5000))).toHaveLength(300));
  it('is the same when it is done twice', () => {
    for (const text of ['Łódź Straße 8½', 'ﾊﾞﾄﾙ İstanbul', '千と千尋'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

it('foldJoined leaves out what stands inside words', () => {
  expect(foldJoined("Schindler's List")).toBe('schindlers list');
  expect(foldJoined('Spider-Man: S.W.A.T.')).toBe('spiderman swat');
  expect(foldJoined('...')).toBe('...');
});

it('queryWords parts words, and runs without spaces into pairs', () => {
  expect(queryWords('the godfather the')).toEqual(['the', 'godfather']);
  expect(queryWords('千と千尋 2nd')).toEqual(['千と', 'と千', '千尋', '2nd']);
  expect(queryWords('海')).toEqual(['海']);
  expect(queryWords('神隠')).toEqual(['神隠']);
  expect(queryWords('神隠し')).toEqual(['神隠', '隠し']);
  expect(queryWords('攻殻gig')).toEqual(['攻殻', 'gig']);
  expect(queryWords('')).toEqual([]);
});
