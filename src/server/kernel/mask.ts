/**
 * What may be kept of text that a caller sent: secrets and mail addresses show at most 8 characters, and nothing in it can end a line, turn
 * the direction of reading or stand invisibly.
 */

const SHOWN = 8;
/** Longer text is cut before it is looked at, so that the work for one request is bounded. */
const LOOKED_AT = 8_192;
/** How often text may be percent-encoded within itself and still be seen through. */
const ENCODED = 4;

/** Text without any of this is kept as it is: it neither needs masking nor escaping. */
const SUSPECT = /[^ -~]|%|kdx_|eyJ|[\w-]{20}|token|password|secret|api_?key|email|invitation/i;
const API_TOKEN = /kdx_[0-9A-Z]+/gi;
/** A head that is a JSON object, or three base64url parts of the length of ours. Each run is tried from its start only. */
const SESSION_TOKEN = /(?<![\w-])(?:eyJ[\w-]*(?:\.[\w-]*){0,2}|[\w-]{10,}\.[\w-]{4,}\.[\w-]{20,})/g;
const PARAMETER = /((?:^|[?&;])[\w.-]{0,40}(?:token|password|secret|api_?key|email|invitation)=)([^&#]*)/gi;
const PASSWORD = /password=$/i;
const UNRESERVED = /%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2[de]|5f|7e)/gi;
const PRINTABLE = /%(?:2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/gi;

const beginning = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Of a parameter's value never more than a quarter is shown, and nothing of a password. */
const shortened = (whole: string, name: string, value: string): string => {
  if (value === '' || (value.length === SHOWN + 1 && value.endsWith('…') && !PASSWORD.test(name))) return whole;
  const shown = PASSWORD.test(name) ? 0 : Math.min(SHOWN, Math.floor(value.length / 4));
  return `${name}${value.slice(0, shown)}…`;
};

const hidden = (text: string): string =>
  text.replace(SESSION_TOKEN, beginning).replace(API_TOKEN, beginning).replace(PARAMETER, shortened);

const decoded = (text: string, which: RegExp): string =>
  text.replace(which, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

/**
 * The text without its secrets. Where one is hidden by percent-encoding the text is decoded as far as that takes; what
 * holds none stays as it was sent.
 */
const masked = (text: string): string => {
  let shown = hidden(text);
  let seen = shown;
  for (let depth = 0; depth < ENCODED && seen.includes('%'); depth++) {
    // Letters first: what they spell must be known before a separator within a value is decoded.
    for (const which of [UNRESERVED, PRINTABLE]) {
      const plain = decoded(seen, which);
      seen = hidden(plain);
      if (seen !== plain) shown = seen;
    }
  }
  return shown;
};

/** C0, DEL, C1, marks of direction, separators of lines, what has no width, tags, halves of surrogate pairs. */
const UNSAFE_LIST =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufffe\\uffff\\u{e0000}-\\u{e007f}\\p{Surrogate}';
const UNSAFE = new RegExp(`[${UNSAFE_LIST}]`, 'gu');
const visible = (sign: string): string => `\\u{${sign.codePointAt(0)?.toString(16)}}`;

/** At most so many UTF-16 units, never half of a pair. */
const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const end = text.charCodeAt(most - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? most - 1 : most);
};

const RUN = 20;
/** What a sign says about text: 0 nothing, 1 part of a run of letters, 2 the whole has to be looked at. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  // Every secret has a run of RUN letters, or `kdx_`, `eyJ` or `name=` before it.
  if (/[^ -~]|[%=_j]/i.test(sign)) return 2;
  return /[\w-]/.test(sign) ? 1 : 0;
});

/** Whether nothing in the text can be suspect, told by a look at each sign: most addresses pass. */
const isPlain = (text: string): boolean => {
  let run = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const said = code < 128 ? SIGNS[code] : 2;
    if (said === 2) return false;
    run = said === 1 ? run + 1 : 0;
    if (run === RUN) return false;
  }
  return true;
};

const TOKEN_NAME = /[?&](?:token|api_?key)$/i;
const TOKEN_VALUE = /^kdx_[0-9A-Z]{5,}$/i;

/**
 * The same for an address in whose query one token of ours is all that is suspect: what most programs send that put it there.
 * Null for any other text.
 */
const withoutToken = (text: string): string | null => {
  const at = text.indexOf('=kdx_');
  if (at < 0) return null;
  const next = text.indexOf('&', at);
  const end = next < 0 ? text.length : next;
  const start = Math.max(text.lastIndexOf('&', at), text.lastIndexOf('?', at));
  if (start < 0 || !TOKEN_NAME.test(text.slice(start, at)) || !TOKEN_VALUE.test(text.slice(at + 1, end))) return null;
  if (SUSPECT.test(text.slice(0, start)) || SUSPECT.test(text.slice(end))) return null;
  return `${text.slice(0, at + 1 + SHOWN)}…${text.slice(end)}`;
};

/** One harmless line of at most `most` characters, secrets masked. Well under 0.1 µs where there is nothing to do. */
export const safeText = (text: string, most: number): string => {
  const looked = cut(text, LOOKED_AT);
  if (isPlain(looked)) return cut(looked, most);
  if (!SUSPECT.test(looked)) return cut(looked, most);
  return cut(withoutToken(looked) ?? masked(looked).replace(UNSAFE, visible), most);
};
