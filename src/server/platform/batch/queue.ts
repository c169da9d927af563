import type { Limits } from './limits.ts';
import type { Batch } from './rows.ts';
import type { Spill } from './spill.ts';

/** A file with a copy of rows that wait. */
interface Copy {
  readonly number: number;
  rows: number;
}

/**
 * Rows that wait in memory, in order. The first of them may lie in files too, which only the next start reads, should this
 * process be killed; so what is taken out at once is just what one of these files has.
 */
export const createQueue = <Row>(spill: Spill<Row>, limits: Pick<Limits, 'largest' | 'ofFile'>) => {
  const rows: Row[] = [];
  const copies: Copy[] = [];
  const copied = (): number => copies.reduce((sum, copy) => sum + copy.rows, 0);

  return {
    size: (): number => rows.length,
    push: (row: Row): void => {
      rows.push(row);
    },
    /** The next batch; there must be rows, and nothing else under way. */
    take: (): Batch<Row> => {
      const { number, rows: many } = copies.shift() ?? { number: spill.number(), rows: limits.largest };
      return { number, groups: [rows.splice(0, many)], doubtful: false };
    },
    /** Copies what waits to files, each of which is filled before there is another. */
    copy: async (): Promise<void> => {
      // What comes meanwhile has time until the next look.
      const until = rows.length;
      for (let from = copied(); from < until; from = copied()) {
        const last = copies.at(-1);
        const room = limits.ofFile - (last?.rows ?? limits.ofFile);
        const part = rows.slice(from, Math.min(until, from + (room || limits.ofFile)));
        if (last && room > 0) {
          await spill.append(last.number, part);
          last.rows += part.length;
        } else {
          const number = spill.number();
          await spill.copy({ number, groups: [part] });
          copies.push({ number, rows: part.length });
        }
      }
    },
    /** Takes what waits first to a file; answers how many rows that were. */
    file: async (): Promise<number> => {
      const [copy] = copies;
      const part = rows.slice(0, copy?.rows ?? limits.ofFile);
      if (copy) spill.adopt(copy.number);
      else await spill.put(spill.number(), [part]);
      if (copy) copies.shift();
      rows.splice(0, part.length);
      return part.length;
    },
  };
};
