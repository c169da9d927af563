import type { CallFailed } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';

export interface Refusal<F extends string> {
  readonly fields: Readonly<Partial<Record<F, string>>>;
  /** What belongs to no field; null when every complaint has found its own. */
  readonly rest: string | null;
}

/** The server may name the field itself. */
const sentenceOf = (label: string, said: string): string =>
  said.toLowerCase().startsWith(label.toLowerCase()) ? said : `${label} ${said}`;

/**
 * What the server finds wrong, at its field. `labels` are the fields of the form; `reasons` says to which of them a
 * reason belongs that comes without details.
 */
export const refusalOf = <F extends string>(
  error: CallFailed,
  labels: Readonly<Record<F, string>>,
  reasons: Readonly<Record<string, F>> = {},
): Refusal<F> => {
  const { text } = messageOf(error);
  const own = reasons[error.reason];
  if (own !== undefined) return { fields: { [own]: text } as Partial<Record<F, string>>, rest: null };
  const names = Object.keys(labels) as F[];
  const fields: Partial<Record<F, string>> = {};
  let strays = error.details.length === 0;
  for (const { field, message } of error.details) {
    // `role.0.idRol` belongs to `role`.
    const name = names.find((one) => one === field.split('.')[0]);
    if (name === undefined) strays = true;
    else fields[name] ??= sentenceOf(labels[name], message);
  }
  return { fields, rest: strays ? text : null };
};
