import { pickNamed } from '#server/platform/http/reading.ts';
import { type Element, xmlOf } from './xml.ts';

/** How an answer is written: JSON, the call of a function with it, or XML. */
export interface Form {
  readonly isXml: boolean;
  readonly callback: string | undefined;
}

export interface Written {
  readonly type: string;
  readonly body: string;
}

interface Asked {
  readonly r?: unknown;
  readonly callback?: unknown;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const XML_TYPE = 'text/xml; charset=utf-8';

/** The name of a function, or of one that an object holds: nothing else becomes part of a script. */
const FUNCTION = /^[A-Za-z_$][\w$]{0,99}(?:\.[A-Za-z_$][\w$]{0,99}){0,4}$/;
export const isFunction = (callback: string): boolean => FUNCTION.test(callback);

/** What the parameters of an answer's form are in an address that nobody has checked. */
export const parametersOf = (url: string): Asked => {
  const at = url.indexOf('?');
  const pairs = at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))].reverse();
  return pickNamed(Object.fromEntries(pairs), ['r', 'callback']);
};

/** The form that is asked for; JSON where a function's name is none. */
export const formOf = ({ r, callback }: Asked): Form => ({
  isXml: typeof r === 'string' && r.toLowerCase() === 'xml',
  callback: typeof callback === 'string' && isFunction(callback) ? callback : undefined,
});

/** JSON that a script may hold, whatever language version it is read as. */
const asScript = (json: string): string => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** The same answer as JSON or in XML, which has a shape of its own. */
export const written = (value: object, element: () => Element, { isXml, callback }: Form): Written => {
  if (isXml) return { type: XML_TYPE, body: xmlOf(element()) };
  const body = JSON.stringify(value);
  return callback === undefined
    ? { type: JSON_TYPE, body }
    : { type: SCRIPT_TYPE, body: `${callback}(${asScript(body)});` };
};

export const failed = (text: string, form: Form): Written =>
  written(
    { Response: 'False', Error: text },
    () => ({ name: 'root', attributes: { response: 'False' }, children: [{ name: 'error', text }] }),
    form,
  );
