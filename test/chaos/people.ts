import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../../bench/generate/generate.ts';
import type { Client } from './client.ts';
import type { Stack } from './stack.ts';

export const PASSWORD = 'a password of the chaos';
const ADMIN = 'chief@example.org';
const EDITED = 8;
const BUYERS = 3;
const READERS = 6;

interface Data<T> {
  readonly data: T;
}

export const dataOf = <T>(body: string): T => (JSON.parse(body) as Data<T>).data;

/** A user whose limit is changed again and again, by one call at a time. */
export interface Edited {
  readonly token: string;
  readonly email: string;
  busy: boolean;
  /** The last value that was sent, the last that was acknowledged, and the first that may stand there instead. */
  sent: number;
  acknowledged: number;
}

export interface People {
  readonly admin: string;
  readonly buyers: readonly string[];
  readonly readers: readonly string[];
  readonly edited: readonly Edited[];
  readonly titles: readonly string[];
  readonly words: readonly string[];
}

export const signIn = async (client: Client, email: string): Promise<string> => {
  const body = { email, password: PASSWORD };
  const answer = await client.call({ kind: 'sign-in', method: 'POST', path: '/api/auth/signin', body });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.body}`);
  return dataOf<{ readonly token: string }>(answer.body).token;
};

/** Fills the catalogue with so many invented titles, and makes those who call. */
export const fill = async (stack: Stack, client: Client, titles: number): Promise<People> => {
  const { home, command, primary } = stack;
  const set = join(home, 'imdb');
  await generate({ titles, out: set, gz: false, seed: 1 });
  await command('import', 'imdb-datasets', set);
  rmSync(set, { recursive: true, force: true });
  const user = (email: string, ...more: string[]) =>
    command('user', 'create', '--email', email, '--password', PASSWORD, ...more);
  await user(ADMIN, '--admin');
  await user('buyer-0@example.org');
  // The others are as the first one: their passwords need not be hashed anew.
  await primary.query(
    `with made as (insert into account (email, password)
        select 'buyer-' || n || '@example.org', password from account, generate_series(1, $1::int) n
          where email = 'buyer-0@example.org' returning id)
      insert into plan_grant (account_id, role_id) select made.id, r.id from made, plan_role r where r.rol = 'FREE'`,
    [BUYERS - 1],
  );
  const tokens = async (name: string, count: number, requests: number): Promise<string[]> => {
    const made: string[] = [];
    for (let n = 0; n < count; n += 1)
      made.push(await command('token', 'create', '--email', `${name}-${n}@example.org`, '--requests', `${requests}`));
    return made;
  };
  const readers = await tokens('reader', READERS, 100_000_000);
  const edited = (await tokens('edited', EDITED, 1)).map((token, n) => ({
    ...{ token, email: `edited-${n}@example.org`, busy: false, sent: 1, acknowledged: 1 },
  }));
  const buyers: string[] = [];
  for (let n = 0; n < BUYERS; n += 1) buyers.push(await signIn(client, `buyer-${n}@example.org`));
  const rows = await primary.query<{ id: string; title: string }>(
    `select 'tt' || lpad(id::text, greatest(7, length(id::text)), '0') as id, title from title where type = 'M' order by votes desc nulls last limit 2000`,
  );
  return {
    admin: await signIn(client, ADMIN),
    ...{ buyers, readers, edited },
    titles: rows.map(({ id }) => id),
    words: rows.flatMap(({ title }) => title.split(/\W+/).filter((word) => word.length > 3)).slice(0, 500),
  };
};
