import { createHash } from 'node:crypto';
import type { DiscoverSort } from '#contracts/search.ts';
import { invalid } from '#server/kernel/failure.ts';
import { type DiscoverAsk, orderOf, type Position } from './discover.rules.ts';

/** What a cursor belongs to: everything that was asked but the cursor itself, the size of the page and the facets. */
const fingerprint = ({ cursor: _, regs: __, facets: ___, ...filters }: DiscoverAsk): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 10);

export const writeCursor = (ask: DiscoverAsk, { value, id }: Position): string =>
  Buffer.from(JSON.stringify([fingerprint(ask), value, id])).toString('base64url');

/** Whether a cursor's value is one that the sort's column may hold. */
const fits = (sort: DiscoverSort, value: unknown): value is Position['value'] => {
  if (value === null) return true;
  if (sort === 'title' || sort === 'releaseDate')
    return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'number') return false;
  return sort === 'votes' || sort === 'year' ? value === (value | 0) : Math.abs(value) < 1_000_000;
};

/** @throws invalid_parameter for what is no cursor, or the cursor of other filters or another sort. */
export const readCursor = (ask: DiscoverAsk): Position | null => {
  if (ask.cursor === undefined) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(ask.cursor, 'base64url').toString());
  } catch {
    parts = null;
  }
  const [print, value, id]: unknown[] = Array.isArray(parts) ? parts : [];
  const strange = () => invalid('cursor', 'was not given by this service');
  if (typeof print !== 'string' || !Number.isSafeInteger(id)) throw strange();
  if (print !== fingerprint(ask)) throw invalid('cursor', 'belongs to other filters or to another sort');
  if (!fits(orderOf(ask.sort).sort, value)) throw strange();
  return { value, id: Number(id) };
};
