import type { CallFailed } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { cut } from '#web/ui/cut.ts';

export type Problems<F extends string> = Readonly<Partial<Record<F, string>>>;

/** What stands in the fields that hold lists, as it was sent. */
export type Entries<F extends string> = Readonly<Partial<Record<F, readonly string[]>>>;

interface Refusal<F extends string> {
  readonly fields: Problems<F>;
  /** What belongs to no field; null when every complaint has found its own. */
  readonly rest: string | null;
}

interface Naming<F extends string> {
  /** How the fields are called, where the server's sentence may leave it out. */
  readonly labels?: Problems<F> | undefined;
  /** A complaint about one of these is said of it, not of its whole field. */
  readonly entries?: Entries<F> | undefined;
  /** The field of a reason that comes without details. */
  readonly reasons?: Readonly<Record<string, F>> | undefined;
  /** The input that a complaint belongs to, where fields have several; undefined: to none of them. */
  readonly inputOf?: ((field: string) => F | undefined) | undefined;
}

/** More of an entry is not needed to find it again. */
const ENTRY = 60;

/** The server may name the field itself. */
export const sentenceOf = (label: string | undefined, said: string): string =>
  label === undefined || said.toLowerCase().startsWith(label.toLowerCase()) ? said : `${label} ${said}`;

/** What the server finds wrong, at its field. `names` are the fields of the form. */
export const refusalOf = <F extends string>(
  error: CallFailed,
  names: readonly F[],
  { labels, entries, reasons, inputOf }: Naming<F> = {},
): Refusal<F> => {
  const { text } = messageOf(error);
  const own = reasons?.[error.reason];
  if (own !== undefined) return { fields: { [own]: text } as Problems<F>, rest: null };
  const fields: Partial<Record<F, string>> = {};
  let strays = error.details.length === 0;
  for (const { field, message } of error.details) {
    // `role.0.idRol` belongs to `role`.
    const name = inputOf ? inputOf(field) : names.find((one) => one === field.split('.')[0]);
    if (name === undefined) strays = true;
    else {
      const entry = entries?.[name]?.[Number(field.split('.')[1])];
      fields[name] ??= sentenceOf(entry === undefined ? labels?.[name] : (cut(entry, ENTRY) ?? entry), message);
    }
  }
  return { fields, rest: strays ? text : null };
};
