import { LOG_CATEGORIES } from '#contracts/logs.ts';
import { safeText } from '#server/kernel/mask.ts';
import { cutText } from '#server/platform/log.rules.ts';

/** A line of the log as it is kept. */
export interface Line {
  readonly at: Date;
  /** 10 TRACE to 60 FATAL. */
  readonly level: number;
  readonly category: number;
  readonly text: string;
  readonly requestId: string | null;
  readonly run: number | null;
}

/** Characters of a line, and of what stands in it. */
export const LONGEST_LINE = 8_192;
const LONGEST_VALUE = 2_000;
const LONGEST_FRAME = 500;
const MOST_FRAMES = 30;
const LONGEST_ID = 60;

const CATEGORIES: ReadonlySet<unknown> = new Set(Object.values(LOG_CATEGORIES));
const REQUEST_ID = /^[\w-]+$/;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const harmless = (value: unknown, most = LONGEST_VALUE): string => {
  const text = textOf(value);
  return text.length > most ? `${safeText(text, most)}…` : safeText(text, most);
};

/** What an error says: where it happened in lines of their own, that nothing it holds can begin. */
const errorOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as Record<string, unknown>;
  if (typeof stack !== 'string') return typeof message === 'string' ? `: ${harmless(message)}` : '';
  const frames = stack.split('\n').slice(0, MOST_FRAMES);
  return frames.map((frame) => `\n    ${harmless(frame.trim(), LONGEST_FRAME)}`).join('');
};

/** The words of a line after the part of the product that says them, its details, and the error that it tells of. */
export const wordsOf = ({ module, msg, err, ...details }: Readonly<Record<string, unknown>>): string => {
  const said = Object.entries(details).map(([key, value]) => ` ${harmless(key, LONGEST_ID)}=${harmless(value)}`);
  return cutText(`${harmless(module, LONGEST_ID)} ${harmless(msg ?? '')}${said.join('')}${errorOf(err)}`, LONGEST_LINE);
};

/** A line as the log wrote it, in JSON; null for what is none. Whatever callers have sent is harmless and masked in it. */
export const lineOf = (json: string): Line | null => {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = Object(JSON.parse(json)) as typeof fields;
  } catch {
    return null;
  }
  const { level, time, category, ...words } = fields;
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime()) || !Number.isInteger(level)) return null;
  const { requestId, run } = words;
  return {
    at,
    level: Math.min(Math.max(Number(level), 10), 60),
    category: CATEGORIES.has(category) ? Number(category) : LOG_CATEGORIES.other,
    text: wordsOf(words),
    requestId:
      typeof requestId === 'string' && requestId.length <= LONGEST_ID && REQUEST_ID.test(requestId) ? requestId : null,
    run: Number.isSafeInteger(run) && Number(run) > 0 ? Number(run) : null,
  };
};
