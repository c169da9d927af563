import { editing as words } from '#web/words/editing.ts';
import { records } from '#web/words/records.ts';
import { crewName } from '../crew-name.ts';
import { partName } from '../part-name.ts';

/** The name of an input. */
export const labelOf = (name: string): string => words.inputs[name] ?? partName(name);

/** How one of several values is called: `CASTING_DIRECTOR`, `TVM`. */
export const optionName = (value: string): string => {
  const types: Readonly<Record<string, string>> = records.types;
  return Object.hasOwn(types, value) ? (types[value] ?? value) : crewName(value);
};
