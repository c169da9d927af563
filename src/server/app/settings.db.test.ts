import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS_CHANGED } from '#server/modules/configuration/configuration.events.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { SETTINGS } from './settings.ts';

const db = await testDatabase();
const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

describe('docs/operating.md', () => {
  it('changes a setting by SQL, of which every product is told', async () => {
    const configuration = createConfiguration({ db, settings: SETTINGS });
    await configuration.install();
    const heard = await hearing(db, SETTINGS_CHANGED);
    const [, sql = ''] = /```sql\n([^`]+)```/.exec(guide) ?? [];
    expect(configuration.text('AUDIT_DAYS')).toBe('90');
    await db.query(sql);
    expect(await heard()).toBe(1);
    await configuration.reload();
    expect(configuration.text('AUDIT_DAYS')).toBe('30');
  });
});
