import type { AccountOptions } from '#server/modules/accounts/account.parts.ts';
import { buryActions } from '#server/modules/actions/action.service.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import { notify } from '#server/modules/notifications/notification.service.ts';
import type { Plans } from '#server/modules/plans/plan.service.ts';
import { buryPreferences } from '#server/modules/preferences/preference.service.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import { buryWebhooks } from '#server/modules/webhooks/webhook.service.ts';

interface Owners {
  readonly plans: Pick<Plans, 'grantFree' | 'bury'>;
  readonly tokens: Pick<Tokens, 'issue' | 'bury'>;
  readonly mail: Pick<Mail, 'bury'>;
}

/** What plans, tokens, actions, mail, preferences and notifications do in the step that makes or deletes an account. */
export const accountHooks = ({ plans, tokens, mail }: Owners): Pick<AccountOptions, 'onNew' | 'onGone'> => ({
  onNew: async (tx, accountId, ip) => {
    await plans.grantFree(tx, accountId);
    await tokens.issue(tx, accountId, ip);
    // Those that operators make have no address.
    if (ip !== null)
      await notify(tx, { message: 'A new user has registered', detail: `Account ${accountId}.`, level: 'INFO' });
  },
  onGone: async (tx, { id: accountId, email }, at) => {
    const tokenIds = await tokens.bury(tx, accountId, at);
    await buryActions(tx, { accountId, email, tokenIds });
    await plans.bury(tx, accountId);
    await mail.bury(tx, accountId);
    await buryPreferences(tx, accountId);
    await buryWebhooks(tx, accountId);
  },
});
