import { providerFinish, providerReturn } from '#contracts/identity.api.ts';
import type { SignInProvider } from '#server/modules/accounts/account.parts.ts';
import { wantedOf } from '#server/modules/accounts/identity.rules.ts';
import { noteAction } from '#server/modules/actions/action.service.ts';
import { createProvider, type Provider } from '#server/platform/oidc/provider.ts';
import type { Config } from './config.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Where the provider sends people back to, as it has to be registered there. */
export const returnAddressOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}${providerReturn.path}`;

/** What is asked of the provider. */
export const providerClientOf = (
  { issuer, clientId, clientSecret, roles }: OidcSettings,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: () => Date },
): Provider =>
  createProvider({
    ...{ issuer, clientId, clientSecret, now },
    redirectUri: returnAddressOf({ publicUrl }),
    wanted: wantedOf(roles),
  });

/** By whom people sign in beside passwords; null: by nobody. */
export const signInProviderOf = (
  { oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>,
  now: () => Date,
): SignInProvider | null =>
  oidc && {
    ...{ issuer: oidc.issuer, name: oidc.name, roles: oidc.roles, signUp: oidc.signUp },
    client: providerClientOf(oidc, { publicUrl, now }),
    onRole: (tx, { accountId, email, before, after, ip, requestId }) =>
      noteAction(tx, {
        ...{ accountId, ip, requestId, at: now(), call: providerFinish.name },
        asked: { params: {}, query: {}, body: { email, role: after, by: oidc.name } },
        before: { email, role: before },
        after: { email, role: after },
      }),
  };
