import { Buffer } from 'node:buffer';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { LeaseKey } from './leases.ts';

/** Bytes of an entry: account (a double), day, amount. Sixteen, so that none lies in two sectors. */
const ENTRY = 16;
/** Entries there is room for: accounts that spend while the table takes no changes. */
const ENTRIES = 65_536;

/**
 * What was handed out of days though the table could not be told, until it is. It survives the process: it must not be
 * handed out again by the next one.
 */
export interface Ledger {
  readonly of: (key: LeaseKey) => number;
  /** Adds to what is owed, or takes off it. False: there is no room, so it must not be handed out. */
  readonly add: (key: LeaseKey, amount: number) => boolean;
  /** Whose days the table has to be told of. */
  readonly keys: () => readonly LeaseKey[];
  readonly close: () => void;
}

/** Where several processes count together none of them may hand out by itself. */
export const NO_LEDGER: Ledger = { of: () => 0, add: () => false, keys: () => [], close: () => {} };

interface Owed extends LeaseKey {
  readonly place: number;
  amount: number;
}

const nameOf = ({ accountId, day }: LeaseKey): string => `${accountId} ${day}`;

const bytesOf = ({ accountId, day, amount }: Owed): Buffer => {
  const bytes = Buffer.alloc(ENTRY);
  if (amount === 0) return bytes;
  bytes.writeDoubleBE(accountId, 0);
  bytes.writeUInt32BE(day, 8);
  bytes.writeUInt32BE(amount, 12);
  return bytes;
};

/** The entries that are in use, and the places of the others. */
const read = (bytes: Buffer): { readonly owed: readonly Owed[]; readonly free: number[] } => {
  const owed: Owed[] = [];
  const free: number[] = [];
  for (let place = ENTRIES - 1; place >= 0; place -= 1) {
    const at = place * ENTRY;
    const amount = bytes.readUInt32BE(at + 12);
    if (amount === 0) free.push(place);
    else owed.push({ accountId: bytes.readDoubleBE(at), day: bytes.readUInt32BE(at + 8), place, amount });
  }
  return { owed, free };
};

/**
 * A ledger in a file whose room is taken beforehand, so that it can be written when the disk is full. The file belongs to one
 * process. Throws when it cannot be made.
 */
export const openLedger = (path: string): Ledger => {
  if (!existsSync(path)) {
    writeFileSync(`${path}.draft`, Buffer.alloc(ENTRIES * ENTRY), { mode: 0o600, flush: true });
    renameSync(`${path}.draft`, path);
  }
  const file = openSync(path, 'r+');
  const { owed, free } = read(Buffer.concat([readFileSync(path), Buffer.alloc(ENTRIES * ENTRY)]));
  const known = new Map<string, Owed>(owed.map((one) => [nameOf(one), one]));

  /** In one go and at once, so that no two changes of an entry meet; it happens once a block at most. */
  const write = (one: Owed): boolean => {
    try {
      writeSync(file, bytesOf(one), 0, ENTRY, one.place * ENTRY);
      fdatasyncSync(file);
      return true;
    } catch {
      return false;
    }
  };

  return {
    of: (key) => known.get(nameOf(key))?.amount ?? 0,
    add: (key, amount) => {
      const name = nameOf(key);
      const before = known.get(name);
      const place = before?.place ?? free.pop();
      if (place === undefined) return false;
      const after = { ...key, place, amount: Math.max(0, (before?.amount ?? 0) + amount) };
      // What should be less and could not be written counts as more in the next process: against the caller at worst.
      if (!write(after) && amount > 0) {
        if (!before) free.unshift(place);
        return false;
      }
      if (after.amount > 0) {
        known.set(name, after);
      } else {
        known.delete(name);
        free.push(place);
      }
      return true;
    },
    keys: () => [...known.values()],
    close: () => closeSync(file),
  };
};
