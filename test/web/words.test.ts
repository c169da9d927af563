import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SITE = fileURLToPath(new URL('../../dist/site', import.meta.url));
const built = globSync('assets/*.js', { cwd: SITE })
  .map((name) => readFileSync(join(SITE, name), 'utf8'))
  .join('\n');

/** What the specification quotes, word for word, of the screens that are there. */
const PUBLIC_AND_ACCOUNT = [
  'Faster',
  'Easy',
  'Build your own applications',
  'Forever FREE',
  '1.0.73',
  'Email is required',
  'Email must be a valid email address',
  'Password must be at least 6 characters',
  'Password is required',
  'Confirm password is required',
  'Confirm password must be at least 6 characters',
  'Could not contact with server',
  'Error contacting the server',
  'Error loading token',
  'Invalidate token',
  'Error invalidating the token',
  'No requests in the last ',
  'No payments yet',
  'Creating payment. Wait a moment',
  'Redirecting to the payment provider. Do not close the browser',
  'Finishing payment',
  'Error getting link to the payment provider',
  'Please wait...',
];
const ADMINISTRATION = [
  'Last tokens',
  'Active paid',
  'No new tokens',
  'No active paid',
  'No data',
  'No data found',
  'No token found',
  'Are you sure you want to remove',
  'Clear token and all ips requests',
  'Clear token requests',
  'Clear ip requests',
  'No data for requests by token',
  'No Ip/token relation found',
  'Profile updated successfully',
  'Are you sure you want to delete product',
  'Are you sure you want to delete rol',
  'Products & Roles',
  'Manager request',
  'user Info',
  'Imdb Id',
  'Get all',
  'Import movie',
  'Import name',
  'Remove name',
  'No messages',
  'Index information',
  'Redirection information',
  'Serie update information',
  'Alt. names',
  'Trade Marks',
  'Similar Movies',
  'Reprocess all',
  'Clear all',
  'Remove all movies',
  'Remove all names',
  'Are you sure you want to reprocess all manual data?',
  'Are you sure you want to clear all processed data?',
  'from manual data?',
  'No ids selected to reprocess',
  'Nothing to remove',
];

it.each([...PUBLIC_AND_ACCOUNT, ...ADMINISTRATION])('the built site says: %s', (words) => {
  expect(built.includes(words)).toBe(true);
});
