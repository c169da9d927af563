import { inject } from 'vitest';

/** One in so many on the second database: it is asked whether the SQL holds there too, not for the rules once more. */
const SHARE = 5;

const isSecond = (): boolean => inject('programs') === null;

/** How many random cases of a model this database takes. */
export const randomRuns = (all: number): number => (isSecond() ? Math.ceil(all / SHARE) : all);

/** Of many cases alike those that this database takes: all, or every fifth. */
export const taken = <Case>(all: readonly Case[]): readonly Case[] =>
  isSecond() ? all.filter((_, at) => at % SHARE === 0) : all;
