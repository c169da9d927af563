import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Audit } from './audit.service.ts';

interface Parts {
  readonly audit: Pick<Audit, 'sweep'>;
  /** The change feed, which is swept of what it no longer reaches back to. */
  readonly changes: {
    readonly sweep: (signal: AbortSignal, progress: (deleted: number) => void) => Promise<number>;
  };
}

/** Drops what is older than AUDIT_DAYS, COUNTS_DAYS and CHANGES_DAYS keep. */
export const cleanAudit = ({ audit, changes }: Parts): TaskType =>
  taskType({
    name: 'CLEAN_AUDIT',
    summary: 'Drops audited requests, counts of requests and changes of the feed that are older than is kept.',
    category: 'audit',
    arguments: Type.Object({}),
    firstCron: '0 7 * * * *',
    run: async (_, { signal, progress, log }) => {
      progress(0);
      const { dropped, left, counts } = await audit.sweep({ signal, progress });
      log(`${counted(dropped, 'day', 'days')} of audited requests dropped.`);
      if (left > 0) log(`${counted(left, 'day is', 'days are')} being read and left for the next time.`, 'WARN');
      log(`${counted(counts, 'count', 'counts')} of requests dropped.`);
      const days = dropped + left;
      const deleted = await changes.sweep(signal, (some) => progress(days + some));
      log(`${counted(deleted, 'change', 'changes')} of the feed dropped.`);
      signal.throwIfAborted();
      progress(days + deleted, days + deleted);
    },
  });
