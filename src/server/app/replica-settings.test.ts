import { describe, expect, it } from 'vitest';
import { ConfigProblems, readConfig } from './config.ts';

const problems = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment, '/srv/kinodex');
    return [];
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
};

describe('the settings of replicas', () => {
  it.each([
    ['mysql://ann:secret@db/films', "begins with postgres:// or postgresql://, not 'mysql://ann:***@db/films'"],
    ['postgres://ann:secret@db:99999/films', 'DATABASE_REPLICA_URLS has the port 99999'],
    ['postgres://db2', 'DATABASE_REPLICA_URLS names no database'],
    ['postgres://db2/films?sslmode=allow', 'DATABASE_REPLICA_URLS has sslmode=allow'],
    ['postgres://db/films', 'DATABASE_REPLICA_URLS names the database of DATABASE_URL itself'],
    ['postgres://a:secret@b/c, postgres://a:secret@b/c', 'DATABASE_REPLICA_URLS names postgres://a:***@b/c twice'],
  ])('say what is wrong with %s as a replica', (addresses, text) => {
    const told = problems({ DATABASE_URL: 'postgres://db/films', DATABASE_REPLICA_URLS: addresses });
    expect(told).toEqual([expect.stringContaining(text)]);
    expect(told.join()).not.toContain('secret');
  });

  it('take replicas of a database, separated by spaces or commas', () => {
    const given = { DATABASE_REPLICA_URLS: ' postgres://a/c,postgres://b/c\n postgres://d/c ' };
    expect(readConfig({ DATABASE_URL: 'postgres://p/c', ...given }, '/').replicaUrls).toEqual([
      ...['postgres://a/c', 'postgres://b/c', 'postgres://d/c'],
    ]);
    expect(readConfig({}, '/').replicaUrls).toEqual([]);
    expect(problems(given)).toEqual([expect.stringContaining('DATABASE_REPLICA_URLS needs DATABASE_URL')]);
  });
});
