import { beforeEach, describe, expect, it } from 'vitest';
import type { ConfigurationValues } from '#contracts/configuration.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { createConfiguration } from './configuration.service.ts';
import { oneOf, some, whole } from './form.rules.ts';
import { createKeeping } from './keeping.service.ts';
import { MASK } from './secret.rules.ts';

const db = await testDatabase();
const settings = [
  { key: 'DAYS', value: '30', description: 'How many days.', takes: whole({ min: 1, max: 365 }) },
  { key: 'KINDS', value: 'A;B', description: 'Some kinds.', takes: some(['A', 'B', 'C']) },
  { key: 'API_TOKEN', value: '0', description: 'No secret: the product reads it.', takes: oneOf('0', '1') },
];
const configuration = createConfiguration({ db, settings });
const emailsOf = async () => new Map([[7, 'seven@example.org']]);
const keeping = createKeeping({ db, settings, reload: configuration.reload, emailsOf });

const ALL = { offset: 0, limit: 50 };
const idOf = async (key: string): Promise<number> =>
  (await configuration.list(ALL)).records.find((one) => one.key === key)?.idConfiguration ?? 0;
const change = async (key: string, changed: Partial<ConfigurationValues> & { version?: number }) => {
  const [row] = await configuration.startingWith(key);
  if (!row) throw new Error(`${key} is not there`);
  return keeping.save(7, { ...row, ...changed }, { id: row.idConfiguration, version: changed.version ?? row.version });
};
const made = (key: string, value1: string) => keeping.save(7, { key, value1, description: 'By hand' });
const history = async (key = '') => (await keeping.history(key, ALL)).changes;
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    ({ reason, details }) => [reason, ...details.map(({ message }: { message: string }) => message)],
  );

beforeEach(async () => {
  await db.query('truncate configuration, configuration_change');
  await configuration.install();
});

const TAKEN = ['configuration_taken', 'There is a configuration with this key already.'];

describe('what administrators save', () => {
  it('is in effect at once, and kept with who did it, from what and to what', async () => {
    expect(await history()).toEqual([]);
    const saved = await change('DAYS', { value1: '90', value2: '  ' });
    expect(saved).toMatchObject({ key: 'DAYS', value1: '90', value2: null, version: 2, masked: 0 });
    expect(saved.setting).toMatchObject({ first: '30', input: 'number', fits: 1 });
    expect(configuration.number('DAYS')).toBe(90);
    expect(await history('DAYS')).toMatchObject([
      {
        email: 'seven@example.org',
        action: 'CHANGED',
        before: { key: 'DAYS', value1: '30', value2: null },
        after: { key: 'DAYS', value1: '90', value2: null },
      },
    ]);
  });

  it('is told every mistake at its field, and nothing is saved', async () => {
    const id = await idOf('DAYS');
    const sent = { key: 'OTHER', value1: ' ', description: ' ' };
    expect(await refused(keeping.save(7, sent, { id, version: 1 }))).toEqual([
      'invalid_body',
      'Key is read by the product and stays as it is',
      'Value 1 is required',
      'Description is required',
    ]);
    expect(await refused(change('DAYS', { value1: '0' }))).toEqual([
      'invalid_body',
      'Value 1 must be a whole number from 1 to 365',
    ]);
    expect(await refused(change('KINDS', { value1: 'A;D' }))).toEqual([
      'invalid_body',
      'Value 1 must be one or more of A, B, C, separated by semicolons',
    ]);
    expect(await refused(made('KINDS', 'A'))).toEqual(TAKEN);
    expect(await refused(keeping.save(7, sent, { id: 999_999, version: 1 }))).toEqual(['configuration_unknown']);
    expect(await history()).toEqual([]);
    expect(configuration.text('DAYS')).toBe('30');
  });

  it('does not overwrite unseen what others have saved, by SQL either', async () => {
    await db.query(`update configuration set value1 = '45' where key = 'DAYS'`);
    const id = await idOf('DAYS');
    const late = keeping.save(7, { key: 'DAYS', value1: '60', description: 'D' }, { id, version: 1 });
    await expect(late).rejects.toMatchObject({
      reason: 'changed_meanwhile',
      details: [{ present: { value1: '45', version: 2 } }],
    });
    expect((await history('DAYS')).map(({ email, after }) => [email, after?.value1])).toEqual([[null, '45']]);
  });

  it('may be a key of their own, under another name, and gone', async () => {
    const { idConfiguration, setting } = await made('MINE', 'x');
    expect(setting).toBeNull();
    await change('MINE', { key: 'OURS' });
    expect(await refused(change('OURS', { key: 'DAYS', value1: 'x' }))).toEqual([
      'invalid_body',
      'Value 1 must be a whole number from 1 to 365',
    ]);
    expect(await refused(change('OURS', { key: 'DAYS', value1: '5' }))).toEqual(TAKEN);
    expect(await keeping.remove(7, idConfiguration)).toBe('Configuration removed');
    expect(await refused(keeping.remove(7, idConfiguration))).toEqual(['configuration_unknown']);
    expect((await history()).map(({ action, before, after }) => [action, before?.key, after?.key])).toEqual([
      ['DELETED', 'OURS', undefined],
      ['CHANGED', 'MINE', 'OURS'],
      ['CREATED', undefined, 'MINE'],
    ]);
  });

  it('counts as the first value where a key of the product is deleted, until the next start lists it', async () => {
    await change('DAYS', { value1: '90' });
    await keeping.remove(7, await idOf('DAYS'));
    expect(configuration.number('DAYS')).toBe(30);
    await configuration.install();
    expect((await configuration.startingWith('DAYS'))[0]).toMatchObject({ value1: '30', version: 1 });
  });
});

describe('what was before a change', () => {
  it('is put back, once, also where the key has gone or has another name', async () => {
    await change('DAYS', { value1: '90' });
    const [changed] = await history('DAYS');
    expect(await keeping.restore(7, changed?.idChange ?? 0)).toMatchObject({ value1: '30', version: 3 });
    expect(await refused(keeping.restore(7, changed?.idChange ?? 0))).toEqual(['undone']);
    expect((await history('DAYS')).map(({ after }) => after?.value1)).toEqual(['30', '90']);

    await made('MINE', 'x');
    const [creation] = await history('MINE');
    expect(await refused(keeping.restore(7, creation?.idChange ?? 0))).toEqual(['undone']);
    await change('MINE', { key: 'OURS', value1: 'y' });
    const [renaming] = await history('OURS');
    expect(await keeping.restore(7, renaming?.idChange ?? 0)).toMatchObject({ key: 'MINE', value1: 'x' });
    await keeping.remove(7, await idOf('MINE'));
    const [deletion] = await history('MINE');
    expect(await keeping.restore(7, deletion?.idChange ?? 0)).toMatchObject({ key: 'MINE', value1: 'x' });
    expect(await refused(keeping.restore(7, 999_999))).toEqual(['edit_unknown']);
  });

  it('is not put back where it does not fit any more', async () => {
    await db.query(`update configuration set value1 = 'junk' where key = 'DAYS'`);
    expect(configuration.number('DAYS')).toBe(30);
    await change('DAYS', { value1: '40' });
    const [changed] = await history('DAYS');
    expect((await refused(keeping.restore(7, changed?.idChange ?? 0)))[0]).toBe('invalid_body');
    expect(configuration.number('DAYS')).toBe(40);
  });
});

describe('a key that is named like a secret', () => {
  it('shows its values nowhere, keeps them when it is saved, and can be put back', async () => {
    const { value1, masked } = await keeping.save(7, {
      ...{ key: 'MAIL_PASSWORD', value1: 'canary-1', value2: 'canary-2', description: 'Mail' },
    });
    expect([value1, masked]).toEqual([MASK, 1]);
    for (const copied of [{ value1: MASK }, { value1: 'a', value2: MASK }])
      expect((await refused(keeping.save(7, { key: 'COPY', value2: null, description: 'x', ...copied })))[0]).toBe(
        'invalid_body',
      );
    await change('MAIL_PASSWORD', { description: 'Of the mail' });
    await change('MAIL_PASSWORD', { value1: 'canary-3' });
    const all = [await history(), await configuration.list(ALL), await configuration.startingWith('MAIL')];
    expect(JSON.stringify(all)).not.toContain('canary');
    const stored = async () =>
      (await db.query(`select value1, value2 from configuration where key = 'MAIL_PASSWORD'`)).rows[0];
    expect(await stored()).toEqual({ value1: 'canary-3', value2: 'canary-2' });
    const [changed] = await history('MAIL_PASSWORD');
    await keeping.restore(7, changed?.idChange ?? 0);
    expect(await stored()).toEqual({ value1: 'canary-1', value2: 'canary-2' });
    expect((await refused(change('MAIL_PASSWORD', { key: 'MAIL_NOTE' })))[0]).toBe('invalid_body');
    expect((await refused(change('MAIL_PASSWORD', { key: 'MAIL_NOTE', value1: 'new' })))[0]).toBe('invalid_body');
    expect(await change('MAIL_PASSWORD', { key: 'MAIL_NOTE', value1: 'new', value2: null })).toMatchObject({
      value1: 'new',
    });
  });

  it('is none where the product reads it', async () => {
    expect((await configuration.startingWith('API_TOKEN'))[0]).toMatchObject({ value1: '0', masked: 0 });
  });
});
