import { expect, it } from 'vitest';
import type { Webhook } from '#contracts/webhooks.api.ts';
import { recordOf, webhookBodyOf, webhookDraftOf, webhookProblems } from './webhook-draft.ts';

const webhook: Webhook = {
  ...{ idWebhook: 1, url: 'https://films.example/hook', kinds: ['movie'], actions: ['merge'], ids: ['tt0068646'] },
  ...{ status: 'ACTIVE', why: null, disabledAt: null, formerUntil: null, waiting: 0, failed: 0 },
  made: '2026-01-01T00:00:00Z',
};

it('a webhook is sent as it was, and with what was typed', () => {
  const { url, kinds, actions, ids } = webhook;
  expect(webhookBodyOf(webhookDraftOf(webhook))).toEqual({ url, kinds, actions, ids });
  const typed = ' tt0000001,nm0000002\n\ntt0000003 ';
  expect(webhookBodyOf({ url: ' https://a.example ', kind: '', actions: 'delete create', ids: typed })).toEqual({
    ...{ url: 'https://a.example', kinds: [], actions: ['create', 'delete'] },
    ids: ['tt0000001', 'nm0000002', 'tt0000003'],
  });
});

it('both kinds are all that there is', () => {
  const both = { ...webhook, kinds: ['movie' as const, 'name' as const] };
  expect(webhookBodyOf(webhookDraftOf(both)).kinds).toEqual([]);
});

it('an address is asked for', () => {
  expect(webhookProblems(webhookDraftOf(null))).toEqual({ url: 'Address is required' });
  expect(webhookProblems(webhookDraftOf(webhook))).toEqual({});
});

it('what is counted does not make a webhook another one', () => {
  expect(recordOf({ ...webhook, waiting: 9 }).version).toBe(recordOf(webhook).version);
  expect(recordOf({ ...webhook, ids: [] }).version).not.toBe(recordOf(webhook).version);
});
