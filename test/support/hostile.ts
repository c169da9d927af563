/** What strangers send to whoever reads the log, a terminal, a page or a spreadsheet: one list for every way out. */

const MEGABYTE = 1_000_000;

/** What it is, and the text. */
export const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['colours and commands of a terminal', 'red \u001b[31m\u001b[2J\u001b]0;title\u0007\u009b31m\u007f'],
  ['a line that is forged', 'one\r\n{"level":60,"msg":"forged"}\r2026-11-22 forged\n'],
  ['line ends of Unicode', 'a\u2028b\u2029c\u0085d\u000be'],
  ['marks of direction', '\u202egnp.exe\u2066\u200f\u061c'],
  ['a zero', 'a\0b'],
  ['halves of pairs', 'a\ud800b\udc00c'],
  ['markup', '</script><script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['ends of a copy and of a statement', "\\.\n\\N\t'; drop table audit; --"],
  ['a formula by =', '=cmd|"/C calc"!A0'],
  ['a formula by +', '+1;=2'],
  ['a formula by -', '-1\r\n@SUM(A1)'],
  ['a formula by @', '@SUM(1+1)*cmd|" /C calc"!A0'],
  ['a formula by a wide sign', '＝1, "quoted"'],
  ['a formula behind a tab', '\t=tab'],
  ['a megabyte', 'x'.repeat(MEGABYTE)],
  ['a megabyte of signs and line ends', '\u{1f3ac}\n\u001b'.repeat(MEGABYTE / 4)],
];

export const HOSTILE_TEXTS: readonly string[] = HOSTILE.map(([, text]) => text);

/** Those that a column of the database takes as they are. */
export const STORABLE_TEXTS: readonly string[] = HOSTILE_TEXTS.filter(
  (text) => text.isWellFormed() && !text.includes('\0') && text.length < MEGABYTE / 2,
);

/** What a terminal or a page obeys, takes for the end of a line, or turns round; none of it may come out. */
export const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/u;

/** Where a spreadsheet sees a formula, whatever it takes for the end of a cell. */
export const FORMULA_CELL = /(?:^|[\t\n;|])[\s"“\u200b]*[=+\-@＝＋－＠]/;
