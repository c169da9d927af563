import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';

const db = await testDatabase();
const dropQueue = await readFile(join(import.meta.dirname, '../../../../migrations/0028-no-queue.sql'), 'utf8');
beforeEach(() => db.query('drop schema if exists queue cascade'));

const hasSchema = async (): Promise<boolean> =>
  (await db.query(`select from pg_namespace where nspname = 'queue'`)).rows.length > 0;

it('what pg-boss kept is dropped: types, tables with their parts, functions', async () => {
  await db.query(`create schema queue;
    create type queue.job_state as enum ('created', 'active');
    create table queue.version (version int primary key);
    create table queue.job (name text not null, state queue.job_state) partition by list (name);
    create table queue.job_common partition of queue.job default;
    create function queue.create_queue() returns void language sql as 'delete from queue.job'`);
  await db.query(dropQueue);
  expect(await hasSchema()).toBe(false);
});

it('a database that never had it is as it was, and so is a schema of somebody else', async () => {
  await db.query(dropQueue);
  expect(await hasSchema()).toBe(false);
  await db.query('create schema queue; create table queue.job (id int)');
  await db.query(dropQueue);
  expect(await hasSchema()).toBe(true);
});
