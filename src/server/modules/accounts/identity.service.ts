import type { Identity, ProviderAnswer } from '#contracts/identity.api.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Person } from '#server/platform/http/route.ts';
import { IDENTITY_ENDED, IDENTITY_LINKED } from './account.mails.ts';
import type { AccountParts } from './account.parts.ts';
import { saidAt } from './account.rules.ts';
import { type AccountRow, findById, holdById } from './account.store.ts';
import { type Begun, createFlows } from './flow.service.ts';
import { cookieName } from './identity.rules.ts';
import { deleteIdentity, type IdentityRow, insertIdentity, listIdentities } from './identity.store.ts';
import { createProof, type Proof } from './proof.ts';
import { createProviderSignIn, type From } from './provider-sign-in.service.ts';

type Somebody = Person & { readonly accountId: number };

const bare = (issuer: string): string => issuer.replace(/\/$/, '');

/** Sign-ins of a provider: linking them to the own account and taking them away, and coming in by them. */
export const createIdentities = (parts: AccountParts) => {
  const { db, log, sessions, mail, now, provider = null } = parts;
  const flows = createFlows(parts);
  const { proveBoth } = createProof(parts);

  const accountOf = async ({ accountId }: Somebody): Promise<AccountRow> => {
    const account = await findById(db, accountId);
    if (!account) throw failure('session_invalid');
    return account;
  };
  const isCurrent = ({ issuer }: IdentityRow): boolean => provider !== null && bare(issuer) === bare(provider.issuer);

  const list = async (person: Somebody) => {
    const account = await accountOf(person);
    const rows = await listIdentities(db, account.id);
    return {
      hasPassword: account.password === null ? 0 : 1,
      provider: provider?.name ?? null,
      identities: rows.map(
        ({ linkedAt, usedAt, ...row }): Identity => ({
          ...row,
          linkedAt: linkedAt.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
          current: isCurrent({ linkedAt, usedAt, ...row }) ? 1 : 0,
        }),
      ),
    };
  };

  /** Throws what is asked beside the session, `identity_linked`, `identity_off`, `identity_away` and `too_many_tries`. */
  const beginLink = async (person: Somebody, proof: Proof, from: From): Promise<Begun> => {
    flows.present();
    const account = await accountOf(person);
    if ((await listIdentities(db, account.id)).some(isCurrent)) throw failure('identity_linked');
    await proveBoth(person, account, proof, from.ip);
    const { accountId, sessionId } = person;
    return flows.begin('link', { accountId, sessionId }, from);
  };

  /** Throws what the way back does, `identity_linked` and `identity_taken`. */
  const finishLink = async (person: Somebody, answer: ProviderAnswer, from: From): Promise<string> => {
    const { flow, person: found } = await flows.finish('link', answer, from.mark);
    const { accountId, sessionId } = person;
    if (flow.accountId !== accountId || flow.sessionId !== sessionId) throw failure('identity_flow');
    await db.transaction(async (tx) => {
      const account = await holdById(tx, accountId);
      if (!account) throw failure('session_invalid');
      const { issuer, subject, email } = found;
      const id = await insertIdentity(tx, { accountId, issuer, subject, email, at: now() });
      if (id === null) {
        const own = (await listIdentities(tx, accountId)).some((one) => one.issuer === issuer);
        throw failure(own ? 'identity_linked' : 'identity_taken');
      }
      const data = { at: saidAt(now()), provider: flows.present().name };
      await mail.sendMail(tx, IDENTITY_LINKED, { to: account.email, accountId, data });
    });
    log.info({ accountId }, 'a sign-in of the provider was linked');
    return `You can sign in with ${flows.present().name} now`;
  };

  /** Throws what is asked beside the session, `identity_unknown`, and `identity_last` without a password. */
  const end = async (person: Somebody, id: number, proof: Proof, ip: string): Promise<string> => {
    const { accountId, sessionId } = person;
    const known = await accountOf(person);
    const row = (await listIdentities(db, accountId)).find(({ idIdentity }) => idIdentity === id);
    if (!row) throw failure('identity_unknown');
    if (known.password === null) throw failure('identity_last');
    await proveBoth(person, known, proof, ip);
    await db.transaction(async (tx) => {
      const account = await holdById(tx, accountId);
      if (!account) throw failure('session_invalid');
      if (account.password === null) throw failure('identity_last');
      if (!(await deleteIdentity(tx, accountId, id))) throw failure('identity_unknown');
      await sessions.endOthersIn(tx, { accountId, sessionId });
      const data = { at: saidAt(now()), provider: isCurrent(row) ? (provider?.name ?? row.issuer) : row.issuer };
      await mail.sendMail(tx, IDENTITY_ENDED, { to: account.email, accountId, data });
    });
    sessions.invalidate();
    log.info({ accountId }, 'a sign-in of a provider was taken away');
    return 'One cannot sign in with it any more';
  };

  return {
    name: (): string | null => provider?.name ?? null,
    /** How the cookie is called that binds a way to its browser. */
    cookie: cookieName(parts.publicUrl),
    ...{ list, beginLink, finishLink, end },
    ...createProviderSignIn(parts, flows),
  };
};

export type Identities = ReturnType<typeof createIdentities>;
