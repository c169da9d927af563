import type { SignInRole } from '#contracts/session.ts';
import type { Executor } from '#server/platform/db/database.ts';

export type FlowPurpose = 'sign_in' | 'link' | 'code';

export interface Flow {
  readonly purpose: FlowPurpose;
  readonly accountId: number | null;
  readonly sessionId: string | null;
  readonly identityId: number | null;
  readonly role: SignInRole | null;
  readonly returnUrl: string | null;
}

/** By what one is found: SHA-256 of its state and of its browser's cookie. */
export interface FlowKey {
  readonly state: Buffer;
  readonly browser: Buffer;
}

/** Keeps one, and removes some that are over. */
export const insertFlow = async (
  db: Executor,
  { state, browser, purpose, ...flow }: FlowKey & Partial<Flow> & Pick<Flow, 'purpose'>,
  { now, endsAt }: { readonly now: Date; readonly endsAt: Date },
): Promise<void> => {
  await db.query(
    `delete from sign_in_flow where state in
      (select state from sign_in_flow where ends_at <= $1 order by ends_at limit 100 for update skip locked)`,
    [now],
  );
  await db.query(
    `insert into sign_in_flow (state, browser, purpose, account_id, session_id, identity_id, role, return_url, ends_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[state, browser, purpose, flow.accountId ?? null, flow.sessionId ?? null, flow.identityId ?? null],
      ...[flow.role ?? null, flow.returnUrl ?? null, endsAt],
    ],
  );
};

const COLUMNS = `purpose, account_id as "accountId", session_id as "sessionId", identity_id as "identityId", role,
  return_url as "returnUrl"`;
const HOLDS = 'state = $1 and browser = $2 and purpose = $3 and ends_at > $4';
const valuesOf = ({ state, browser }: FlowKey, purpose: FlowPurpose, now: Date) => [state, browser, purpose, now];

/** Uses one up; of several that try to, one has it. Null where there is none of this browser. */
export const takeFlow = async (db: Executor, key: FlowKey, purpose: FlowPurpose, now: Date): Promise<Flow | null> => {
  const { rows } = await db.query<Flow & Record<string, unknown>>(
    `delete from sign_in_flow where ${HOLDS} returning ${COLUMNS}`,
    valuesOf(key, purpose, now),
  );
  return rows[0] ?? null;
};

/** The same without using it. */
export const findFlow = async (db: Executor, key: FlowKey, purpose: FlowPurpose, now: Date): Promise<Flow | null> => {
  const { rows } = await db.query<Flow & Record<string, unknown>>(
    `select ${COLUMNS} from sign_in_flow where ${HOLDS}`,
    valuesOf(key, purpose, now),
  );
  return rows[0] ?? null;
};
