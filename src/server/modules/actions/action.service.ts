import type { AdminAction } from '#contracts/actions.api.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { downwards, type Steps, viewed } from '#server/platform/db/steps.ts';
import {
  type ActionRow,
  type ActionSearch,
  changeAction,
  endAction,
  findHolding,
  findTold,
  insertAction,
  listActions,
  rangeOfActions,
  readActions,
} from './action.store.ts';
import { burying, formsOf, type Gone } from './buried.rules.ts';
import { type Asked, aboutOf, toldOf } from './told.rules.ts';

/** Actions of a step: each may hold three records. */
const STEP = 200;

interface Begun {
  readonly accountId: number;
  readonly call: string;
  readonly asked: Asked;
  readonly before: unknown;
  readonly ip: string;
  readonly requestId: string;
}

/** Something that was done to somebody's account without an administrator, in the step that does it. */
export const noteAction = async (
  tx: Executor,
  { asked, before, after, ...action }: Begun & { readonly at: Date; readonly after: unknown },
): Promise<void> => {
  const { params, query, body } = asked;
  const sent = toldOf({ ...params, ...query, ...body });
  const id = await insertAction(tx, { ...action, about: aboutOf(asked), sent, before: toldOf(before) });
  await endAction(tx, id, { status: 200, after: toldOf(after) });
};

/** Part of the step that deletes an account: what was done to it stays, its addresses do not. */
export const buryActions = async (tx: Executor, gone: Gone): Promise<void> => {
  const addresses = [{ email: gone.email, isHeld: false }, ...(await findTold(tx, gone.tokenIds))];
  const bury = burying(gone, addresses);
  for (const action of await findHolding(
    tx,
    addresses.flatMap(({ email }) => formsOf(email)),
  ))
    await changeAction(tx, { ...action, ...bury(action) });
};

/** How an action is to be ended. */
export type End = (status: number, after: unknown) => Promise<void>;

/** What administrators did: who, what, before and after, from where. */
export const createActions = ({ db, now }: { readonly db: Executor; readonly now: () => Date }) => {
  const words = new Map(ENDPOINTS.map(({ name, summary }) => [name, summary]));

  /** Writes down what is about to be done. */
  const begin = async ({ asked, before, ...action }: Begun): Promise<End> => {
    const { params, query, body } = asked;
    const id = await insertAction(db, {
      ...action,
      at: now(),
      about: aboutOf(asked),
      sent: toldOf({ ...params, ...query, ...body }),
      before: toldOf(before),
    });
    return (status, after) => endAction(db, id, { status, after: toldOf(after) });
  };

  const shown = (rows: readonly ActionRow[]): readonly AdminAction[] =>
    rows.map(({ accountId: _, at, ...row }) => ({
      ...row,
      date: at.toISOString(),
      what: words.get(row.call) ?? row.call,
    }));

  return {
    begin,
    /** A page of the actions that match, the newest first. */
    list: async (search: ActionSearch, slice: { readonly offset: number; readonly limit: number }) => {
      const { rows, total } = await listActions(db, search, slice);
      return { rows: shown(rows), total };
    },
    /** All that match, step by step. */
    walk: async (search: ActionSearch): Promise<Steps<AdminAction>> =>
      viewed(
        downwards(await rangeOfActions(db), (stretch) => readActions(db, search, stretch), STEP),
        shown,
      ),
  };
};

export type Actions = ReturnType<typeof createActions>;
