import { IsOptional, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Detail } from '#contracts/envelope.ts';
import { failure } from '#server/kernel/failure.ts';
import { type Described, fromText, pickNamed, readerOf } from './reading.ts';
import { detailsOf, LONGEST_NAME } from './wording.ts';

export type InputPart = 'params' | 'querystring' | 'body' | 'headers';

type Checked = { value: unknown } | { error: Error };

/** The reason that the schema of a value names, where one is there and wrong. */
const namedReason = (described: readonly (readonly [string, Described])[], given: object, details: readonly Detail[]) =>
  described.find(
    ([key, { 'x-reason': reason }]) =>
      reason && typeof Reflect.get(given, key) === 'string' && details.some(({ field }) => field === key),
  )?.[1]['x-reason'];

/** Problems that are named: whoever has made more mistakes than that mends these first. */
const MOST_PROBLEMS = 10;
/** Parameters of a query, with room for every one there is several times. */
const MOST_PARAMETERS = 200;

/** Notes a problem: one for each field, and no more than are named. */
const note = (problems: Detail[], field: string, message: string): void => {
  if (problems.length < MOST_PROBLEMS && !problems.some((one) => one.field === field))
    problems.push({ field, message });
};

/** Parameters that stand twice in a query arrive as lists. */
const noteRepeated = (value: object, problems: Detail[]): void => {
  for (const [field, one] of Object.entries(value))
    if (Array.isArray(one)) note(problems, field, 'is given more than once');
};

const textOf = (details: readonly Detail[], subject: string): string =>
  details.map(({ field, message }) => `${field || subject} ${message}`).join('; ');

interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly above: Place | undefined;
}

const nameOf = (place: Place): string => {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.above; at = at.above) keys.push(at.key.slice(0, LONGEST_NAME));
  return keys.reverse().join('.').slice(0, LONGEST_NAME);
};

/**
 * Notes what no schema has to say anything about, however deep it stands: text with a NUL, which the database could neither
 * hold nor look for, or with half of a surrogate pair, which it would hold as another character, and the one key that is more than a name to the language.
 */
const noteUnreadable = (given: unknown, problems: Detail[]): void => {
  let ahead: Place[] = [{ value: given, key: '', above: undefined }];
  while (ahead.length > 0 && problems.length < MOST_PROBLEMS) {
    const next: Place[] = [];
    for (const place of ahead) {
      const { value, key } = place;
      if (key === '__proto__') note(problems, nameOf(place), 'is not known here');
      else if (typeof value === 'string') {
        if (value.includes('\0')) note(problems, nameOf(place), 'must not hold NUL');
        else if (!value.isWellFormed()) note(problems, nameOf(place), 'must not hold half of a character');
      } else if (value !== null && typeof value === 'object')
        for (const [name, inner] of Object.entries(value)) next.push({ value: inner, key: name, above: place });
    }
    ahead = next;
  }
};

/** What is read counts: a call whose value nobody uses is left out when the server is built. */
const isReadable = (encoded: string): boolean => {
  try {
    return decodeURIComponent(encoded).length <= encoded.length;
  } catch {
    return false;
  }
};

/**
 * Refuses an address whose query is not percent-encoded UTF-8, by the names of the parameters. The framework leaves such text
 * as it stands, so that later nothing tells it from text that was meant so.
 */
export const checkEncoding = (url: string): void => {
  if (!url.includes('%') || isReadable(url)) return;
  const details: Detail[] = [];
  for (const pair of url.slice(url.search(/[?#]/) + 1).split('&')) {
    const [name = ''] = pair.split('=', 1);
    const field = isReadable(name) ? decodeURIComponent(name).slice(0, LONGEST_NAME) : '';
    if (!isReadable(pair)) note(details, field, 'is not percent-encoded UTF-8');
  }
  throw failure('invalid_parameter', textOf(details, 'The address'), { details });
};

const tooMany: Checked = {
  error: failure('invalid_parameter', 'The address holds too many parameters.', {
    details: [{ field: '', message: 'holds too many parameters' }],
  }),
};

/**
 * Checks one part of a request. Text of addresses and queries is read as the type its schema names; a body is taken as it is, but
 * for its truths.
 * Nothing unknown is let through, and nothing is dropped in silence but where a schema says so.
 */
export const inputCheck = (schema: TSchema, part: InputPart): ((value: unknown) => Checked) => {
  // Made for the first request: most calls of a node are never asked for, and all of them would delay its start.
  let made: Validator | undefined;
  const { properties = {}, 'x-lenient': isLenient } = schema as Described;
  const described = Object.entries(properties);
  const names = Object.keys(properties);
  const subject = part === 'body' ? 'The body' : 'The address';
  const isOptional = IsOptional(schema);
  const readBody = readerOf(schema as Described);
  return (raw) => {
    let value = raw;
    if (part === 'body' && isOptional && (raw === undefined || raw === null)) return { value: undefined };
    if (part === 'body') value = readBody ? readBody(raw) : raw;
    else {
      if (Object.keys(raw as object).length > MOST_PARAMETERS) return tooMany;
      const given = isLenient ? pickNamed(raw as object, names) : { ...(raw as Record<string, unknown>) };
      for (const [key, each] of described) if (key in given) given[key] = fromText(given[key], each);
      value = given;
    }
    const details: Detail[] = [];
    noteUnreadable(value, details);
    made ??= Compile(schema);
    if (details.length === 0 && made.Check(value)) return { value };
    if (part === 'querystring') noteRepeated(value as object, details);
    for (const { field, message } of detailsOf(schema, made.Errors(value))) note(details, field, message);
    const reason =
      part === 'body' ? 'invalid_body' : (namedReason(described, value as object, details) ?? 'invalid_parameter');
    return { error: failure(reason, textOf(details, subject), { details }) };
  };
};
