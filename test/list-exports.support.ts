import { answered } from '#server/modules/audit/audit.fixture.ts';
import { written } from '#server/modules/logs/logs.fixture.ts';
import type { Database } from '#server/platform/db/database.ts';
import { STORABLE_TEXTS } from '#test/support/hostile.ts';
import type { ProductInMemory } from '#test/support/product-in-memory.ts';

/** More than a step of each list that can be long. */
const MANY = 2_300;

/** What strangers and operators write, among what is harmless. */
const TEXTS = [...STORABLE_TEXTS, 'plain, with a comma', ''];

const hostile = (at: number): string => TEXTS[at % TEXTS.length] ?? '';

/** Fills every list with enough, and with what is hostile where somebody can write it. */
export const fillLists = async (db: Database, product: ProductInMemory): Promise<void> => {
  const numbers = Array.from({ length: MANY }, (_, at) => at);
  const texts = numbers.map(hostile);
  await db.query(
    `insert into notification (message, detail, level, read, deleted)
      select t, t, case when n % 3 = 0 then 'WARN' else 'INFO' end, n % 5 = 0, n % 50 = 0
        from unnest($1::text[]) with ordinality m (t, n)`,
    [texts],
  );
  await db.query(
    `insert into manual_update (imdb_id, asked, result, only_index, processed_at)
      select (case when n % 2 = 0 then 'tt' else 'nm' end) || lpad(n::text, 7, '0'), n % 40,
          case when n % 3 = 0 then 'OK' when n % 3 = 1 then t end, n % 4 = 0, now()
        from unnest($1::text[]) with ordinality m (t, n)`,
    [texts],
  );
  await db.query(
    `insert into configuration (key, value1, value2, description)
      select 'KEY_' || n, t, nullif(t, ''), 'd' || t from unnest($1::text[]) with ordinality m (t, n)`,
    [texts.slice(0, 250)],
  );
  await db.query(
    `insert into configuration (key, value1, description) values ('MAIL_PASSWORD', 'hunter2 sesame', 'x')`,
  );
  await db.query(`update configuration set value1 = 'sesame again' where key = 'MAIL_PASSWORD'`);
  await db.query(
    `insert into task_run (task_id, type, reason, status, asked_at, started_at, ended_at, error, arguments)
      select t.id, t.type, 'CRON', (case when n % 4 = 0 then 'ERROR' else 'FINISHED' end)::task_status,
          now(), now(), now() + interval '1 second', case when n % 4 = 0 then m.t end, ''
        from unnest($1::text[]) with ordinality m (t, n), (select id, type from task order by id limit 2) t`,
    [texts],
  );
  await db.query(
    `with people as (insert into account (email) select 'p' || n || '@example.org' from generate_series(1, 1200) n returning id),
        tokens as (insert into api_token (account_id, hash, sealed, ip)
          select p.id, decode(md5(p.id::text), 'hex'), t.sealed, '192.0.2.9' from people p, api_token t where t.id = 1
          returning id, account_id),
        orders as (insert into purchase (account_id, provider, order_id, status, amount_cents, asked, test, capture_id)
          select account_id, 'sandbox', 'O' || id, 'COMPLETED', 900, '', true, 'C' || id from tokens returning id)
      insert into payment (purchase_id, feature, quantity, period_days, price_cents, role_ids, starts_at, ends_at)
        select id, 'Basic', 1, 31, 900, '{}', now() - interval '1 hour', now() + interval '1 day' from orders`,
  );
  await db.query(
    `insert into request_count (token_id, day, ip, requests, refused, last_at)
      select t.id, (now() at time zone 'UTC')::date - d, '192.0.2.' || n, 1 + n, n % 2, now()
        from api_token t, generate_series(0, 2) d, generate_series(1, 3) n`,
  );
  for (const at of numbers)
    product.lines.add(
      written({
        text: `seeded ${hostile(at)}`,
        level: at % 9 === 0 ? 40 : 30,
        category: at % 2 === 0 ? 'user' : 'cron',
        ...(at % 7 === 0 && { run: 1 }),
      }),
    );
  for (const at of numbers)
    product.audit.record(
      answered({
        url: `/api/v1/seeded/${at}?q=${hostile(at)}`,
        id: `seed-${at}`,
        ip: `192.0.2.${at % 4}`,
        code: at % 10 === 0 ? 404 : 200,
        elapsed: at % 100,
        tokenId: at % 3 === 0 ? 1 : null,
      }),
    );
  await product.audit.flush();
  await product.logTable.flush();
};
