import type { Page } from 'playwright-core';
import type { Database } from '#server/platform/db/database.ts';

/** Tasks as their tables hold them, in any state, without waiting for runs to come there. */

interface Stored {
  readonly name: string;
  readonly type?: string;
  readonly cron?: string;
  readonly status?: string;
  readonly active?: boolean;
  readonly favorite?: boolean;
  /** Seconds from now. */
  readonly next?: number;
  readonly missed?: number;
  readonly parent?: number;
}

/** A task: its id. */
export const storedTask = async (db: Database, task: Stored): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into task (name, type, cron, status, active, favorite, next_at, missed, parent_id)
      values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second', $8, $9) returning id`,
    [
      task.name,
      task.type ?? 'IMAGES',
      task.cron ?? '',
      task.status ?? 'FINISHED',
      task.active ?? false,
      task.favorite ?? false,
      task.next ?? null,
      task.missed ?? 0,
      task.parent ?? null,
    ],
  );
  return rows[0]?.id ?? 0;
};

interface StoredRun {
  readonly status: string;
  readonly type?: string;
  /** Milliseconds that it took; without them it has not ended. */
  readonly took?: number;
  readonly processed?: number;
  readonly total?: number;
  readonly waitsFor?: string;
  readonly error?: string;
}

/** A run of a task. */
export const storedRun = async (db: Database, taskId: number, run: StoredRun): Promise<void> => {
  const began = ['READY', 'WAITING'].includes(run.status) ? null : (run.took ?? 0);
  await db.query(
    `insert into task_run (task_id, type, reason, status, waits_for, started_at, ended_at, processed, total, error)
      values ($1, $2, 'MANUAL', $3, $4, now() - $5::int * interval '1 ms',
        case when $6 then now() end, $7, $8, $9)`,
    [
      taskId,
      run.type ?? 'IMAGES',
      run.status,
      run.waitsFor ?? null,
      began,
      run.took !== undefined,
      run.processed ?? 0,
      run.total ?? null,
      run.error ?? null,
    ],
  );
};

/** The names of the tasks in the list, in its order. */
export const namesOn = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-part=list] tbody tr a bdi').allInnerTexts();

/** The row of a task, in a table or on a card. */
export const taskRow = (page: Page, name: string) =>
  page
    .locator('[data-part=list] :is(tbody tr, [data-part=cards] > li)')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** What a screen reader adds to the name of a control; null where it can be used. */
export const whyOff = (page: Page, role: 'button' | 'switch', name: string): Promise<string | null> =>
  page.getByRole(role, { name, exact: true }).evaluate((control) => {
    const why = control.getAttribute('aria-describedby');
    const isOff = control.getAttribute('aria-disabled') === 'true';
    return isOff && why !== null ? (control.ownerDocument.getElementById(why)?.textContent ?? null) : null;
  });
