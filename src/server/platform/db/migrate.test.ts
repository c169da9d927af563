import { describe, expect, it } from 'vitest';
import { pendingMigrations } from './migrate.ts';

const file = (name: string, sha256 = name) => ({ name, sha256, text: '' });

describe('pendingMigrations', () => {
  it('gives those not applied yet', () => {
    expect(pendingMigrations([file('0001-a.sql'), file('0002-b.sql')], [file('0001-a.sql')])).toEqual([
      file('0002-b.sql'),
    ]);
  });

  it('refuses a database that a newer version has migrated', () => {
    expect(() => pendingMigrations([], [file('0001-a.sql')])).toThrow('which this version does not know');
  });

  it('refuses a new file with a number that has passed', () => {
    const files = [file('0001-a.sql'), file('0002-b.sql')];
    expect(() => pendingMigrations(files, [file('0002-b.sql')])).toThrow('0001-a.sql comes after 0002-b.sql');
  });
});
