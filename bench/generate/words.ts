import { createZipf, type Random } from './random.ts';

type List = readonly [string, ...string[]];

const SYLLABLES: Readonly<Record<string, List>> = {
  latin: [
    'ba',
    'cor',
    'den',
    'el',
    'fi',
    'gra',
    'ha',
    'is',
    'jo',
    'ka',
    'lu',
    'mar',
    'no',
    'or',
    'pe',
    'ri',
    'sal',
    'to',
    'un',
    'ver',
    'wil',
    'za',
    'é',
    'ñol',
    'ö',
    'ş',
    'łu',
    'ch',
    'th',
    'ny',
    'ton',
    'er',
  ],
  cyrillic: ['ма', 'ро', 'ви', 'ска', 'тел', 'но', 'гра', 'лю', 'бов', 'щи', 'же', 'ня', 'ор', 'дин'],
  greek: ['αν', 'θρω', 'πος', 'φως', 'μα', 'ρι', 'λο', 'γος', 'κό', 'σμε'],
  arabic: ['ال', 'حب', 'مد', 'ين', 'سر', 'بيت', 'نور', 'كت', 'اب', 'يو'],
  hebrew: ['שי', 'ר', 'אה', 'בה', 'לי', 'לה', 'עו', 'לם', 'מש'],
  kana: ['の', 'ア', 'ニ', 'メ', '物', '語', '東', '京', '夜', '空', '星', '男'],
  han: ['大', '人', '天', '地', '上', '海', '生', '活', '愛', '情', '龍', '風'],
  hangul: ['사', '랑', '바', '다', '서', '울', '친', '구', '영', '화'],
  devanagari: ['प्रे', 'म', 'रा', 'जा', 'दि', 'ल', 'सू', 'र्य', 'ती'],
  thai: ['รัก', 'เมือง', 'ดาว', 'ฟ้า', 'ชีวิต', 'บ้าน'],
};

const SCRIPTS: List = ['cyrillic', 'greek', 'arabic', 'hebrew', 'kana', 'han', 'hangul', 'devanagari', 'thai'];

const LITTLE: List = [
  'the',
  'of',
  'a',
  'in',
  'and',
  'de',
  'la',
  'to',
  'my',
  'love',
  'man',
  'night',
  'life',
  'day',
  'der',
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Words of a script, the frequent ones first. */
const vocabulary = (random: Random, script: string, size: number): string[] => {
  const syllables = SYLLABLES[script] ?? LITTLE;
  return Array.from({ length: size }, () => {
    let word = '';
    for (let n = 1 + random.below(3); n >= 0; n--) word += random.pick(syllables);
    return word;
  });
};

const VOCABULARY = 40_000;
const FOREIGN_VOCABULARY = 3_000;
const FIRST_NAMES = 4_000;
const LAST_NAMES = 60_000;

/** Titles, names and characters that repeat as they do in life: few words often, many rarely, some whole titles again. */
export const createWords = (random: Random) => {
  const latin = [...LITTLE, ...vocabulary(random, 'latin', VOCABULARY)].map(capital);
  const foreign = SCRIPTS.map((script) => vocabulary(random, script, FOREIGN_VOCABULARY));
  const first = vocabulary(random, 'latin', FIRST_NAMES).map(capital);
  const last = vocabulary(random, 'latin', LAST_NAMES).map(capital);
  const drawLatin = createZipf(random, latin.length);
  const drawForeign = createZipf(random, FOREIGN_VOCABULARY);
  const drawFirst = createZipf(random, FIRST_NAMES, 0.8);
  const drawLast = createZipf(random, LAST_NAMES, 0.7);

  const phrase = (words: readonly string[], draw: () => number): string => {
    let text = words[draw()] ?? 'Untitled';
    for (let n = random.skewed(6, 1.5); n > 0; n--) text += ` ${words[draw()] ?? ''}`;
    return text;
  };
  return {
    title: (): string => phrase(latin, drawLatin),
    /** A title in another script; `n` says which. */
    foreignTitle: (n: number): string => phrase(foreign[n % foreign.length] ?? latin, drawForeign),
    name: (): string => `${first[drawFirst()]} ${last[drawLast()]}`,
    character: (): string =>
      random.chance(0.6) ? `${first[drawFirst()]}` : `${first[drawFirst()]} ${last[drawLast()]}`,
  };
};

export type Words = ReturnType<typeof createWords>;
