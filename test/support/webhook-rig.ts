import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import { createSecrets, newSecret } from '#server/modules/webhooks/webhook.secret.ts';
import { publishSql } from '#server/platform/bus/event.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import type { Served } from './cli.ts';
import type { Nodes } from './nodes.ts';

const SECRET = 'a secret of nodes that send webhooks';
/** How every third webhook answers as long as it is bad. */
const BAD = ['fails', 'hangs', 'closes', 'talks nonsense'] as const;
/** A change is known by its title and its place among those of it. */
type Seen = Map<string, string>;

/** Many webhooks at one server, of which a third fail, hang or lie; and one that leads to where nothing may be sent. */
export const openWebhooks = async (nodes: Nodes, many: number, titles: number) => {
  const seen: Seen[] = Array.from({ length: many }, () => new Map());
  const orders: Map<string, number[]>[] = Array.from({ length: many }, () => new Map());
  let [isBad, tries, forbidden] = [true, 0, 0];
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const at = Number(request.url?.slice(1));
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    tries++;
    const bad = at % 3 === 2 && isBad ? BAD[Math.floor(at / 3) % BAD.length] : null;
    if (bad === 'fails') return void response.writeHead(500).end();
    if (bad === 'hangs') return;
    if (bad === 'closes') return void request.socket.destroy();
    if (bad === 'talks nonsense') return void request.socket.end('hello\r\n');
    const id = String(request.headers['webhook-id']);
    const { data } = JSON.parse(text) as { data: { imdbId: string; date: string } };
    if (!seen[at]?.has(id)) {
      seen[at]?.set(id, data.imdbId);
      const order = orders[at]?.get(data.imdbId) ?? [];
      order.push(Date.parse(data.date));
      orders[at]?.set(data.imdbId, order);
    }
    response.writeHead(204).end();
  });
  const guarded = createServer((_, response) => {
    forbidden++;
    response.end();
  });
  const listening = (one: typeof server): Promise<string> =>
    new Promise((resolve) =>
      one.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(one.address() as AddressInfo).port}`)),
    );
  const [host, inner] = [await listening(server), await listening(guarded)];
  const secrets = createSecrets(SECRET);
  const write = (from: number, to: number) =>
    nodes.query(`begin; select pg_advisory_xact_lock(${LOCKS.changeFeed});
      insert into change (kind, record_id, action, at)
        select 'movie', n % ${titles} + 1, 'update', timestamp '2026-01-01' + n * interval '1 s' from generate_series(${from}, ${to}) n;
      select ${publishSql(CATALOGUE_CHANGED)}; commit`);
  return {
    settings: { KINODEX_SECRET: SECRET, WEBHOOK_HOSTS: host },
    make: async (): Promise<void> => {
      const urls = [...seen.map((_, at) => `http://${host}/${at}`), `http://${inner}/`, `https://${inner}/`];
      const values = urls.map((url) => `('${url}', decode('${secrets.seal(newSecret()).toString('hex')}', 'hex'))`);
      await nodes.query(`with a as (insert into account (email, role, ip, inserted_at)
          values ('hooks@example.org', 'USER', '192.0.2.1', now()) returning id)
        insert into webhook (account_id, url, ids, kinds, actions, sealed, cursor, inserted_at)
          select a.id, url, '{}', '{}', '{}', sealed, (select coalesce(max(id), 0) from change), now()
          from a, (values ${values.join()}) v(url, sealed)`);
    },
    write: async (changes: number, each = 200): Promise<void> => {
      for (let from = 1; from <= changes; from += each) await write(from, Math.min(changes, from + each - 1));
    },
    /** Those that were bad answer as they should from now on, and are tried at once. */
    mend: async (): Promise<void> => {
      isBad = false;
      // What hangs ends as it would in some seconds.
      for (let held = 1; held > 0; await pause(50)) {
        server.closeAllConnections();
        const rows = await nodes.query<{ n: number }>(
          `select count(*)::int as n from webhook where hold is not null and failures >= 3`,
        );
        held = rows[0]?.n ?? 0;
      }
      await nodes.query(`update webhook_delivery set due_at = now() where state = 'waiting'`);
      await nodes.query('update webhook set failures = 0, rest_until = null, look_at = now() where hold is null');
    },
    /** Whose node is dead is free at once; only while no node serves. */
    free: () => nodes.query('update webhook set look_at = now() where hold is not null'),
    /** How many webhooks that are not bad know all of so many changes. */
    knowing: (changes: number): number => seen.filter((one) => one.size >= changes).length,
    told: (): number => seen.reduce((sum, one) => sum + one.size, 0),
    tries: (): number => tries,
    /** Sent to where nothing may be sent. */
    forbidden: (): number => forbidden,
    /** Titles of a webhook that were not told in the order of their changes. */
    disordered: (): number =>
      orders.flatMap((of) => [...of.values()]).filter((all) => all.some((at, place) => at < (all[place - 1] ?? 0)))
        .length,
    log: () =>
      nodes.query<{ rows: number; distinct: number; sent: number }>(`select count(*)::int as rows,
        count(distinct (webhook_id, change_id))::int as distinct, (count(*) filter (where state = 'sent'))::int as sent
        from webhook_delivery d join webhook w on w.id = d.webhook_id where w.url like '%${host}%'`),
    close: (): void => {
      for (const one of [server, guarded]) {
        one.closeAllConnections();
        one.close();
      }
    },
  };
};

/** The most memory that a node has had, in bytes. */
export const peakOf = ({ child }: Served): number => {
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  return Number(found?.[1]) * 1024;
};
