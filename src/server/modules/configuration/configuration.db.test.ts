import { describe, expect, it } from 'vitest';
import { TASK_TYPES } from '#contracts/task-types.ts';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { VISITOR } from '#server/platform/http/route.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { FRONT_SETTINGS } from './configuration.config.ts';
import { SETTINGS_CHANGED } from './configuration.events.ts';
import { configurationRoutes } from './configuration.routes.ts';
import { createConfiguration } from './configuration.service.ts';
import { typed } from './form.rules.ts';
import { createKeeping } from './keeping.service.ts';

const db = await testDatabase();
const takes = typed('a short text', (text) => (text.length < 10 ? text : null));
const settings = [...FRONT_SETTINGS, { key: 'OTHER', description: 'Another.', value: 'text', takes }];
const configuration = createConfiguration({ db, settings });
await configuration.install();
const keeping = createKeeping({ db, settings, reload: configuration.reload, emailsOf: async () => new Map() });
const [route] = configurationRoutes(configuration, keeping);

const list = async (query: object) => {
  const answer = await route?.handle({ query } as never, callBy({ ...VISITOR, maxRegs: 2 }));
  if (answer?.as !== 'page') throw new Error('the answer is no page');
  const { json, page, total, regs } = answer;
  return { records: JSON.parse(json), page, total, regs };
};
const keys = async (query: object) => (await list(query)).records.map(({ key }: { key: string }) => key);

describe('the settings', () => {
  it('are listed in the order they came, the newest last, a page at a time', async () => {
    const { records, ...rest } = await list({});
    expect(rest).toEqual({ page: 1, total: 5, regs: 2 });
    expect(records[1]).toEqual({
      idConfiguration: expect.any(Number),
      key: 'FRONT_REFRESH_INTERVAL_LOG',
      value1: '10',
      value2: null,
      description: FRONT_SETTINGS.find(({ key }) => key === 'FRONT_REFRESH_INTERVAL_LOG')?.description,
      masked: 0,
      setting: { first: '10', takes: 'a whole number from 1 to 3600', input: 'number', values: [], fits: 1 },
      version: 1,
    });
    expect(await keys({})).toEqual(['USER_REQUESTS_DAYS', 'FRONT_REFRESH_INTERVAL_LOG']);
    expect(await keys({ page: 2 })).toEqual(['FRONT_TASK_TYPES', 'FRONT_CONTACT_EMAIL']);
    expect(await keys({ page: 3 })).toEqual(['OTHER']);
    expect(await list({ page: 3, regs: 3 })).toEqual({ records: [], page: 3, total: 5, regs: 3 });
  });

  it('that begin with a text stand on one page', async () => {
    const front = ['FRONT_REFRESH_INTERVAL_LOG', 'FRONT_TASK_TYPES', 'FRONT_CONTACT_EMAIL'];
    expect(await keys({ prefix: 'FRONT_', page: 9, regs: 1 })).toEqual(front);
    expect(await list({ prefix: 'FRONT_' })).toMatchObject({ page: 1, total: 3, regs: 3 });
    expect(await list({ prefix: 'FRONT%' })).toEqual({ records: [], page: 1, total: 0, regs: 1 });
    await db.query(
      `insert into configuration (key, value1, description) select 'MANY_' || n, '', '' from generate_series(1, 201) n`,
    );
    expect(await keys({ text: 'seconds BETWEEN' })).toEqual(['FRONT_REFRESH_INTERVAL_LOG']);
    expect(await keys({ text: '%' })).toEqual([]);
    const many = await list({ prefix: 'MANY_' });
    expect([many.records.length, many.total, many.regs]).toEqual([201, 201, 200]);
  });

  it('keep what somebody has written, and new keys come with their first values', async () => {
    await db.query(`update configuration set value1 = 'changed' where key = 'OTHER'`);
    const later = createConfiguration({
      db,
      settings: [...settings, { key: 'NEW', description: '', value: '1', takes }],
    });
    expect(later.text('NEW')).toBe('1');
    await later.install();
    expect([later.text('OTHER'), later.text('NEW')]).toEqual(['changed', '1']);
    expect(() => later.text('UNKNOWN')).toThrow('UNKNOWN is not a setting');
  });
});

describe('an operator', () => {
  it('sees every setting with its first value, what it takes, and whether it is used', async () => {
    await db.query(`update configuration set value1 = 'far too long' where key = 'OTHER'`);
    await configuration.reload();
    const types = TASK_TYPES.join(';');
    expect(configuration.all().map(({ key, now, value, usable }) => [key, now, value, usable])).toEqual([
      ['FRONT_CONTACT_EMAIL', 'contact@kinodex.local', 'contact@kinodex.local', true],
      ['FRONT_REFRESH_INTERVAL_LOG', '10', '10', true],
      ['FRONT_TASK_TYPES', types, types, true],
      ['OTHER', 'far too long', 'text', false],
      ['USER_REQUESTS_DAYS', '30', '30', true],
    ]);
  });

  it('changes one, and is told what it takes', async () => {
    await configuration.change('OTHER', 'other');
    expect(configuration.one('OTHER')).toMatchObject({ now: 'other', usable: true });
    await expect(configuration.change('OTHER', 'far too long')).rejects.toThrow(
      "OTHER takes a short text, not 'far too long'",
    );
    await expect(configuration.change('USER_REQUESTS_DAYS', '0')).rejects.toThrow(
      "USER_REQUESTS_DAYS takes a whole number from 1 to 3650, not '0'",
    );
    expect(configuration.one('OTHER').now).toBe('other');
    await expect(configuration.change('FRONT_TASK_TYPES', 'IMAGES;PICTURES')).rejects.toThrow(
      'one or more of CAROUSEL',
    );
    await configuration.change('FRONT_TASK_TYPES', 'IMAGES; RATINGS');
    expect(configuration.one('FRONT_TASK_TYPES')).toMatchObject({ now: 'IMAGES; RATINGS', usable: true });
  });

  it('is told of a key that there is not, and which one was meant', async () => {
    expect(() => configuration.one('USER_REQUEST_DAYS')).toThrow('(did you mean USER_REQUESTS_DAYS?)');
    expect(() => configuration.one('other')).toThrow('(did you mean OTHER?)');
    await expect(configuration.change('SOMETHING', '1')).rejects.toThrow(/^SOMETHING is not a setting; /);
  });

  it('writes by SQL, the commands or a migration, and each change is told', async () => {
    const heard = await hearing(db, SETTINGS_CHANGED);
    const change = async (text: string) => {
      const before = await heard();
      await db.query(text);
      expect(await heard()).toBe(before + 1);
    };
    await change(`update configuration set value1 = 'by hand' where key in ('OTHER', 'USER_REQUESTS_DAYS')`);
    await change(`delete from configuration where key = 'USER_REQUESTS_DAYS'`);
    // What is there already is not written again: a start tells nobody.
    await change(`insert into configuration (key, value1, description) values ('MORE', '', '')`);
    await configuration.install();
    await change('truncate configuration');
    await configuration.install();
  });
});

describe('a number', () => {
  it.each([
    ['7', 7],
    [' 365 ', 365],
    ['1', 1],
    ['0', 30],
    ['3651', 30],
    ['', 30],
    ['7.5', 30],
    ['1e2', 30],
    ['many', 30],
  ])('written as %j is %i', async (text, number) => {
    await db.query(`update configuration set value1 = $1 where key = 'USER_REQUESTS_DAYS'`, [text]);
    await configuration.reload();
    expect(configuration.number('USER_REQUESTS_DAYS')).toBe(number);
  });

  it('is only read of a setting with a first value', () => {
    expect(() => configuration.number('MANY_1')).toThrow('MANY_1 is not a setting');
    expect(() => configuration.number('OTHER')).toThrow('OTHER is not a setting that takes a number');
  });
});
