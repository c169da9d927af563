/** Spreadsheets take UTF-8 for what it is only where this comes first. */
export const CSV_BEGIN = '\ufeff';

export type CsvCell = string | number | boolean | null;

/** What shows otherwise than it was written, or ends a line that is none; tabs and line feeds stay. */
const UNSAFE = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\t\n]]/gv;
const codeOf = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What begins a formula somewhere, also behind what a reader may drop: spaces, quotes, marks without a width. */
const FORMULA = /^[\s"'`´‘-‟\u200b-\u200d\u2060]*[=+\-@＝＋－＠]/;
/** What a reader with other settings takes for the end of a cell or of a row, whatever stands around it. */
const ENDS = /([\t\n;|])/;

/** Keeps a part of a cell from being taken for a formula. */
const tamedPart = (part: string): string => (FORMULA.test(part) ? `'${part}` : part);
const tamed = (text: string): string => {
  const parts = ENDS.test(text) ? text.split(ENDS).map(tamedPart).join('') : tamedPart(text);
  return /^[\t\n]/.test(parts) ? `'${parts}` : parts;
};

const harmless = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNSAFE, codeOf);

/** Nearly all texts are, and need only one look. */
const PLAIN = /^[ -~]*$/;
const textCell = (given: string): string => {
  const text = tamed(PLAIN.test(given) ? given : harmless(given));
  return text === '' || /["',;|\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const cellOf = (value: CsvCell): string => {
  if (typeof value === 'string') return textCell(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return '';
  return value === null ? '' : String(value);
};

/**
 * A row of CSV as RFC 4180 has it, ended by CR LF, which stands nowhere else: line ends within a cell are line feeds. No
 * text is a formula to a spreadsheet, whatever it takes for the end of a cell; numbers stay numbers. Null is nothing, the
 * empty text is `""`.
 */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
