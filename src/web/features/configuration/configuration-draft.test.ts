import { describe, expect, it } from 'vitest';
import type { ConfigurationRecord } from '#contracts/configuration.api.ts';
import { bodyOf, copyOf, draftOf, draftProblems, listOf } from './configuration-draft.ts';

const record: ConfigurationRecord = {
  ...{ idConfiguration: 3, key: 'MAIL_TOKEN', value1: '••••••••', value2: null, description: 'Mail' },
  ...{ masked: 1, setting: null, version: 2 },
};
const setting = { first: '', takes: 'anything', input: 'text' as const, values: [], fits: 1 };

describe('a draft of a configuration', () => {
  it('goes back as it came', () => {
    const { key, value1, value2, description } = record;
    expect(bodyOf(draftOf(record))).toEqual({ key, value1, value2, description });
  });
  it('of a copy has no name yet, and nothing that is hidden', () => {
    expect(copyOf(record)).toEqual({ key: '', value1: '', value2: '', description: 'Mail' });
    expect(copyOf({ ...record, masked: 0 }).value1).toBe(record.value1);
  });
  it('says all that is missing; a key that the product reads may mean something by nothing', () => {
    expect(draftProblems(draftOf(null), null)).toEqual({
      key: 'Key is required',
      value1: 'Value 1 is required',
      description: 'Description is required',
    });
    const empty = { ...draftOf(record), value1: ' ' };
    expect(Object.keys(draftProblems(empty, record))).toEqual(['value1']);
    expect(draftProblems(empty, { ...record, setting })).toEqual({});
  });
  it('of a list is read and written with semicolons', () => {
    expect([listOf(' A; B;;'), listOf('')]).toEqual([['A', 'B'], []]);
  });
});
