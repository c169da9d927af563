import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { freePort } from './cli.ts';

const PROGRAM = ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server', '/usr/bin/clickhouse'].find((path) =>
  existsSync(path),
);

/** What the names of tests end with that need a ClickHouse; empty when one can be started. */
export const noClickHouse = PROGRAM ? '' : ' (skipped: no ClickHouse; Debian has the package clickhouse-server)';

const CONFIG = (port: number, tcp: number, folder: string): string => `<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
  <http_port>${port}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><mark_cache_size>5368709</mark_cache_size>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
</yandex>
`;

const USERS = `<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>1000000000</max_memory_usage></default></profiles>
  <users>
    <kinodex><password>p@ss/w</password><networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota></kinodex>
    <default><password></password><networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota></default>
  </users>
  <quotas><default></default></quotas>
</yandex>
`;

export interface TestClickHouse {
  /** With a user and a password that have to be written with percent signs. */
  readonly url: string;
}

const isUp = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/?query=select%201`)).ok;
  } catch {
    return false;
  }
};

const PATIENCE_MS = 60_000;

/** A ClickHouse of the test file's own on loopback, ended after it; null where none is installed. */
export const startClickHouse = async (): Promise<TestClickHouse | null> => {
  if (PROGRAM === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-clickhouse-'));
  for (const name of ['data', 'tmp']) mkdirSync(join(folder, name));
  const port = await freePort();
  writeFileSync(join(folder, 'config.xml'), CONFIG(port, await freePort(), folder));
  writeFileSync(join(folder, 'users.xml'), USERS);
  const server: ChildProcess = spawn(PROGRAM, [`--config-file=${join(folder, 'config.xml')}`], {
    ...{ cwd: folder, stdio: 'ignore' },
    ...(PROGRAM.endsWith('/clickhouse') && { argv0: 'clickhouse-server' }),
  });
  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + PATIENCE_MS; !(await isUp(url)); await pause(50)) {
    if (server.exitCode !== null) throw new Error(`ClickHouse has ended with ${server.exitCode}`);
    if (Date.now() > until) throw new Error('ClickHouse does not answer');
  }
  return { url: `http://kinodex:p%40ss%2Fw@127.0.0.1:${port}/default` };
};
