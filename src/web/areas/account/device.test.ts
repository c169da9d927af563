import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${MOZILLA} (Linux; Android 16; Pixel) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15`, 'Safari on macOS'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} FxiOS/140.0 Mobile Safari/605.1.15`,
    'Firefox on iOS',
  ],
  [`${MOZILLA} (X11; CrOS x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, 'Opera on ChromeOS'],
  ['curl/8.14.1', 'curl'],
  ['(Windows)', 'Windows'],
  ['???', null],
  [null, null],
])('%s is %s', (agent, device) => expect(deviceOf(agent)).toBe(device));
