import type { Executor } from '#server/platform/db/database.ts';
import type { OrderItem } from './provider.ts';

export interface SandboxOrder {
  readonly id: string;
  readonly purchaseId: number;
  readonly items: readonly OrderItem[];
  readonly amountCents: number;
  readonly currency: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly status: 'CREATED' | 'APPROVED' | 'COMPLETED';
  readonly declines: boolean;
  readonly captureId: string | null;
  readonly captureStatus: 'COMPLETED' | 'DECLINED' | 'REFUNDED' | null;
}

const READ = `select id, purchase_id as "purchaseId", items, amount_cents as "amountCents", currency,
    return_url as "returnUrl", cancel_url as "cancelUrl", status, declines, capture_id as "captureId",
    capture_status as "captureStatus"
  from sandbox_order`;

export const findSandboxOrder = async (db: Executor, id: string): Promise<SandboxOrder | null> => {
  const { rows } = await db.query<SandboxOrder & Record<string, unknown>>(`${READ} where id = $1`, [id]);
  return rows[0] ?? null;
};

export interface NewSandboxOrder extends Omit<SandboxOrder, 'status' | 'declines' | 'captureId' | 'captureStatus'> {
  readonly requestId: string;
}

/** The id of the order of a request: a new one, or the one that was made for it before. */
export const insertSandboxOrder = async (db: Executor, order: NewSandboxOrder): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `insert into sandbox_order (id, request_id, purchase_id, items, amount_cents, currency, return_url, cancel_url)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (request_id) do update set request_id = excluded.request_id returning id`,
    [
      order.id,
      order.requestId,
      order.purchaseId,
      JSON.stringify(order.items),
      order.amountCents,
      order.currency,
      order.returnUrl,
      order.cancelUrl,
    ],
  );
  return rows[0]?.id ?? order.id;
};

/** The tester's choice; false when it has been made, or there is no such order. */
export const chooseSandboxOrder = async (db: Executor, id: string, declines: boolean): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update sandbox_order set status = 'APPROVED', declines = $2 where id = $1 and status = 'CREATED'`,
    [id, declines],
  );
  return rowCount === 1;
};

/** Takes the money of an approved order, once. */
export const captureSandboxOrder = async (db: Executor, id: string, captureId: string): Promise<void> => {
  await db.query(
    `update sandbox_order set status = 'COMPLETED', capture_id = $2,
        capture_status = case when declines then 'DECLINED' else 'COMPLETED' end
      where id = $1 and status = 'APPROVED'`,
    [id, captureId],
  );
};

/** Gives the money back; false when there is none to give. */
export const refundSandboxOrder = async (db: Executor, id: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update sandbox_order set capture_status = 'REFUNDED' where id = $1 and capture_status = 'COMPLETED'`,
    [id],
  );
  return rowCount === 1;
};
