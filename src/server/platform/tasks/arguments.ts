import type { Static, TObject } from 'typebox';
import type { Detail } from '#contracts/envelope.ts';
import { Failure } from '#server/kernel/failure.ts';
import { inputCheck } from '../http/input.ts';
import type { TaskType } from './type.ts';

const WORD = /^--([A-Za-z][\w-]*)(=(?:"([^"]*)"|([^\s"]\S*))?)?(?:\s+|$)/;

/** The options of a text such as `--from=./imdb --complete --to="a folder"`, or what is wrong with it. */
const readWords = (text: string): Readonly<Record<string, string>> | string => {
  const given: Record<string, string> = Object.create(null);
  for (let rest = text.trim(); rest !== ''; ) {
    const word = WORD.exec(rest);
    if (!word) return `'${rest.split(/\s/, 1)[0]?.slice(0, 60)}' is no --name=value`;
    const [whole, name = '', value, quoted, bare] = word;
    if (name in given) return `--${name} is given more than once`;
    given[name] = value === undefined ? 'true' : (quoted ?? bare ?? '');
    rest = rest.slice(whole.length);
  }
  return given;
};

const said = ({ field, message }: Detail): string => (field === '' ? message : `--${field} ${message}`);

export type ReadArguments<Arguments extends TObject> =
  | { readonly given: Static<Arguments> }
  | { readonly problem: string };

/** Reads the arguments of a type: `--name=value` words; `--name` alone means true. */
export const argumentsOf = <Arguments extends TObject>({
  arguments: known,
}: Pick<TaskType<Arguments>, 'arguments'>) => {
  const check = inputCheck({ ...known, additionalProperties: false }, 'querystring');
  return (text: string): ReadArguments<Arguments> => {
    const words = readWords(text);
    if (typeof words === 'string') return { problem: words };
    const checked = check(words);
    if ('value' in checked) return { given: checked.value as Static<Arguments> };
    const { error } = checked;
    return { problem: error instanceof Failure ? error.details.map(said).join('; ') : error.message };
  };
};
