/**
 * What a terminal may take for a command, or shows otherwise than it was written: controls, the line ends of Unicode, marks
 * that turn the direction of writing, and halves of pairs, which UTF-8 has no bytes for. JSON escapes only the first 32 of them.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu;
const codeOf = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const safe = (text: string): string => text.replace(UNSAFE, codeOf);

/** Characters of one text in a line, and of a line with all of them. */
const LONGEST_TEXT = 8_192;
const LONGEST_LINE = 8 * LONGEST_TEXT;

/** At most so many characters of a text, never half of a pair; what is cut says how long it was. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const end = text.charCodeAt(most - 1);
  return `${text.slice(0, end >= 0xd800 && end <= 0xdbff ? most - 1 : most)}… (${text.length} characters, cut)`;
};

/** A line of JSON as pino writes it, of which no text is too long; where all of them together are, the details go. */
export const bounded = (line: string): string => {
  if (line.length <= LONGEST_TEXT) return line;
  const fields: Record<string, unknown> = JSON.parse(line, (_, value: unknown) =>
    typeof value === 'string' ? cutText(value, LONGEST_TEXT) : value,
  );
  const shorter = `${JSON.stringify(fields)}\n`;
  if (shorter.length <= LONGEST_LINE) return shorter;
  const { level, time, module, category, requestId, run, msg } = fields;
  const kept = { level, time, module, category, requestId, run, cut: `${line.length} characters`, msg };
  return `${JSON.stringify(kept)}\n`;
};

/** A line of JSON that does no harm on a terminal either; its meaning is the same. */
export const escaped = (line: string): string => `${safe(line.trimEnd())}\n`;

const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: 'warn ',
  50: 'error',
  60: 'fatal',
};
const [RED, YELLOW, GREY, PLAIN] = ['\u001b[31m', '\u001b[33m', '\u001b[90m', '\u001b[0m'];
const colourOf = (level: number): string => (level >= 50 ? RED : level >= 40 ? YELLOW : GREY);

const wordsOf = (value: unknown): string => safe(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const stackOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as Record<string, unknown>;
  if (typeof stack !== 'string') return typeof message === 'string' ? `: ${safe(message)}` : '';
  return `\n${stack
    .split('\n')
    .map((line) => `    ${safe(line)}`)
    .join('\n')}`;
};

/** The line of JSON as people read it: time, level, module, words, and what belongs to them. Categories are for searches. */
export const readable = (line: string): string => {
  const { level, time, module, category: _, msg = '', err, ...more } = JSON.parse(line) as Record<string, unknown>;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const details = Object.entries(more).map(([key, value]) => ` ${GREY}${safe(key)}=${wordsOf(value)}${PLAIN}`);
  const name = `${colourOf(Number(level))}${NAMES[Number(level)] ?? safe(String(level))}${PLAIN}`;
  return `${GREY}${clock}${PLAIN} ${name} ${GREY}${safe(String(module))}${PLAIN} ${safe(String(msg))}${details.join('')}${stackOf(err)}\n`;
};
