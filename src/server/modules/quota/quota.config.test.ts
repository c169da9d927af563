import { expect, it } from 'vitest';
import { QUOTA_SETTINGS } from './quota.config.ts';

it.each(['API_BURST_TOKEN', 'API_BURST_ADDRESS'])('%s is off at first, and takes a rate', (key) => {
  const setting = QUOTA_SETTINGS.find((one) => one.key === key);
  expect(setting?.value).toBe('0');
  const fits = (text: string): boolean => setting !== undefined && setting.takes.read(text) !== null;
  expect(['0', '5', '0.5', ' 999999.999 '].filter((text) => !fits(text))).toEqual([]);
  expect(['', '-1', '+1', '1000000', '.5', '1.', '1.2345', '1,5', '1e3', '5 a second', 'x5'].filter(fits)).toEqual([]);
});
