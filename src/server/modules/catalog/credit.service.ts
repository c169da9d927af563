import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '#server/platform/db/database.ts';
import { type Credit, joinedCredits } from './credit.rules.ts';
import { addCredits, deleteCredits, moveCredits, readCredits, takeShared } from './credit.store.ts';

/** Credits by the role of a title that they are in. */
const byRole = <One extends Credit>(credits: readonly One[]): ReadonlyMap<string, readonly One[]> =>
  Map.groupBy(credits, ({ title, role }) => `${title} ${role}`);

/** What became of the credits of a person who was merged into another. */
export interface Joined {
  /** The titles that have changed. */
  readonly titles: readonly number[];
  /** What the other one was credited with until now where both were. */
  readonly own: readonly Credit[];
}

/** Gives a person's credits to another one; where both stand in the same role of a title, theirs are joined. */
export const joinCredits = async (tx: Transaction, from: number, to: number): Promise<Joined> => {
  const shared = await takeShared(tx, [from, to]);
  const own = shared.filter(({ of }) => of === to);
  const others = byRole(shared.filter(({ of }) => of === from));
  const joined = [...byRole(own)].flatMap(([role, credits]) => joinedCredits(credits, others.get(role) ?? []));
  const titles = [...(await addCredits(tx, to, joined, true)), ...(await moveCredits(tx, from, to))];
  return { titles, own };
};

/**
 * Gives two people back what `joinCredits` has made one of: `own` to whom it was joined to, `others` to the other one. What
 * is not any more what that made of it stays as it is. Answers the titles that have changed.
 */
export const partCredits = async (
  tx: Transaction,
  [from, to]: readonly [number, number],
  { own, others }: { readonly own: readonly Credit[]; readonly others: readonly Credit[] },
): Promise<number[]> => {
  const held = byRole((await readCredits(tx, [to])).map(({ of: _person, ...credit }): Credit => credit));
  const [kept, gone] = [byRole(own), byRole(others)];
  const roles = [...gone].flatMap(([role, credits]) => {
    const before = kept.get(role) ?? [];
    return isDeepStrictEqual(held.get(role), joinedCredits(before, credits)) ? [{ before, credits }] : [];
  });
  const back = roles.flatMap(({ credits }) => credits);
  await deleteCredits(tx, to, back);
  await addCredits(
    tx,
    to,
    roles.flatMap(({ before }) => before),
    true,
  );
  return addCredits(tx, from, back, true);
};
