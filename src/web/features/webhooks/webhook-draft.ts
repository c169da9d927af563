import { CHANGE_ACTIONS, RECORD_KINDS, type Webhook } from '#contracts/webhooks.api.ts';
import { forms } from '#web/words/forms.ts';
import { webhooks } from '#web/words/webhooks.ts';

/** A webhook, and what tells that what was set for it has changed. */
export type WebhookRecord = Webhook & { readonly version: string };
type Action = Webhook['actions'][number];

/** What is typed while a webhook is made or changed. */
export interface WebhookDraft {
  readonly url: string;
  /** Empty: both. */
  readonly kind: string;
  /** Separated by spaces; empty: all. */
  readonly actions: string;
  /** Separated by spaces or lines. */
  readonly ids: string;
}

export const webhookDraftOf = (webhook: Webhook | null): WebhookDraft => ({
  url: webhook?.url ?? '',
  kind: webhook?.kinds.length === 1 ? (webhook.kinds[0] ?? '') : '',
  actions: webhook?.actions.join(' ') ?? '',
  ids: webhook?.ids.join('\n') ?? '',
});

export const recordOf = (webhook: Webhook): WebhookRecord => ({
  ...webhook,
  version: JSON.stringify(webhookDraftOf(webhook)),
});

const wordsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/** The kinds of changes that are chosen. */
export const actionsIn = ({ actions }: WebhookDraft): readonly Action[] =>
  CHANGE_ACTIONS.filter((one) => wordsIn(actions).includes(one));

/** What is missing; everything else the server judges. */
export const webhookProblems = ({ url }: WebhookDraft): Readonly<Partial<Record<keyof WebhookDraft, string>>> =>
  url.trim() === '' ? { url: `${webhooks.fields.url} ${forms.required}` } : {};

/** The webhook as it is sent. */
export const webhookBodyOf = (draft: WebhookDraft) => ({
  url: draft.url.trim(),
  kinds: RECORD_KINDS.filter((kind) => kind === draft.kind),
  actions: [...actionsIn(draft)],
  ids: [...wordsIn(draft.ids)],
});
