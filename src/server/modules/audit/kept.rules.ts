import type { RowKind } from '#server/platform/batch/rows.ts';
import type { Entry } from './audit.rules.ts';
import type { Sender } from './sender.rules.ts';

/** A request in the form in which it waits in a file. */
interface Kept extends Omit<Entry, 'sender'>, Sender {}

export const keptOf = ({ at, elapsedUs, code, cost, uri, id, sender }: Entry): Kept => {
  const { method, ip, tokenId, headers } = sender;
  return { at, elapsedUs, code, method, ip, tokenId, cost, uri, id, headers };
};

/** What a column of 32 bits takes. */
const LONGEST_US = 2 ** 31 - 1;
const isWithin = (value: unknown, low: number, high: number): boolean =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
const isLine = (value: unknown): boolean => typeof value === 'string' && !/[\t\n]/.test(value);

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false;
  const { at, elapsedUs, code, cost, tokenId, method, ip, uri, id = '', headers } = value as Record<string, unknown>;
  return (
    [at, cost].every(Number.isSafeInteger) &&
    isWithin(elapsedUs, 0, LONGEST_US) &&
    isWithin(code, 100, 999) &&
    (tokenId === null || Number.isInteger(tokenId)) &&
    [method, ip, uri, id].every(isLine) &&
    (headers === null || isLine(headers))
  );
};

/** Earlier versions have left none of the ids. */
const entryFrom = ({ at, elapsedUs, code, cost, uri, id = '', method, ip, tokenId, headers }: Kept): Entry => ({
  ...{ at, elapsedUs, code, cost, uri, id },
  sender: { method, ip, tokenId, headers },
});

/** Audited requests while they wait. */
export const AUDITED: RowKind<Entry> = {
  name: 'audit',
  one: 'an audited request',
  many: 'audited requests',
  encode: keptOf,
  decode: (value) => (isKept(value) ? entryFrom(value) : null),
};
