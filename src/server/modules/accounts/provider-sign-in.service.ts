import type { ProviderAnswer } from '#contracts/identity.api.ts';
import type { SignedIn, SignInRole } from '#contracts/session.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { AccountParts } from './account.parts.ts';
import { signedInOf } from './account.rules.ts';
import {
  type AccountRow,
  findByEmail,
  findById,
  holdById,
  insertAccount,
  isLastAdministrator,
  lockAdministrators,
  updateRole,
} from './account.store.ts';
import { createFactorCheck } from './factor.check.ts';
import { findFactor } from './factor.store.ts';
import type { Begun, Flows, Judged } from './flow.service.ts';
import { findLinked, insertIdentity, type Linked, noteUse, ownerOf } from './identity.store.ts';

/** From where somebody signs in. */
export interface From {
  readonly ip: string;
  readonly agent: string | null;
  readonly requestId: string;
  /** What the browser's cookie says. */
  readonly mark: string | undefined;
}

interface Entered {
  readonly accountId: number;
  readonly role: SignInRole | null | undefined;
  readonly returnUrl: string | null;
}

/** Signing in by a provider. The sessions are those of everybody. */
export const createProviderSignIn = (parts: AccountParts, flows: Flows) => {
  const { db, log, sessions, now, onNew } = parts;
  const { pass } = createFactorCheck(parts);

  const beginSignIn = (returnUrl: string | undefined, { ip, mark }: From): Promise<Begun> =>
    flows.begin('sign_in', { returnUrl: returnUrl ?? null }, { ip, mark });

  /** An account for whom nobody knows here yet. Throws `sign_up_closed`, `identity_address` and `identity_unlinked`. */
  const welcome = async (tx: Transaction, { person }: Judged, ip: string): Promise<Linked> => {
    const { issuer, subject, email, isConfirmed } = person;
    // Only to who reads its mail is said that there is an account.
    const isTaken = isConfirmed && email !== null && (await findByEmail(tx, email)) !== null;
    if (!isTaken && flows.present().signUp === 'closed') throw failure('sign_up_closed');
    if (!isConfirmed || email === null) throw failure('identity_address');
    const accountId = isTaken ? null : await insertAccount(tx, { email, password: null, role: 'USER', ip });
    if (accountId === null) {
      // The same person may have come by another tab meanwhile.
      const linked = await findLinked(tx, issuer, subject);
      if (linked) return linked;
      throw failure('identity_unlinked');
    }
    await onNew(tx, accountId, ip);
    const identityId = await insertIdentity(tx, { accountId, issuer, subject, email, at: now() });
    if (identityId === null) throw failure('identity_taken');
    log.info({ accountId }, 'an account was made for somebody of the provider');
    return { identityId, accountId };
  };

  /** Gives an account the role that the provider says; the last administrator with a password keeps it. */
  const follow = async (tx: Transaction, account: AccountRow, role: SignInRole, from: From): Promise<AccountRow> => {
    if (account.role === role) return account;
    if (role === 'USER' && (await isLastAdministrator(tx, account.id))) {
      log.warn({ accountId: account.id }, 'the provider takes the role from the last administrator, who keeps it');
      return account;
    }
    await updateRole(tx, account.id, role);
    await sessions.endAll(tx, account.id);
    const { email, role: before } = account;
    await flows.present().onRole(tx, { ...from, accountId: account.id, email, before, after: role });
    log.info({ accountId: account.id, role }, 'the provider has changed the role of a user');
    const changed = await findById(tx, account.id);
    if (!changed) throw failure('identity_flow');
    return changed;
  };

  /** Throws `account_disabled`. */
  const enter = async (tx: Transaction, { accountId, role, returnUrl }: Entered, from: From): Promise<SignedIn> => {
    const held = await holdById(tx, accountId);
    if (!held) throw failure('identity_flow');
    if (held.disabled) throw failure('account_disabled');
    const account = role ? await follow(tx, held, role, from) : held;
    return signedInOf(await sessions.open(tx, account, from.ip, from.agent), account, returnUrl);
  };

  const finishSignIn = async (answer: ProviderAnswer, from: From) => {
    const judged = await flows.finish('sign_in', answer, from.mark);
    const { person, role, flow } = judged;
    const session = await db.transaction(async (tx): Promise<SignedIn | null> => {
      // First, as everybody does who changes roles.
      if (role !== undefined) await lockAdministrators(tx);
      const known = await findLinked(tx, person.issuer, person.subject);
      const { identityId, accountId } = known ?? (await welcome(tx, judged, from.ip));
      await noteUse(tx, identityId, { email: person.email, at: now() });
      const factor = await findFactor(tx, accountId);
      if (!factor?.isOn) return enter(tx, { accountId, role, returnUrl: flow.returnUrl }, from);
      const rest = { identityId, role: role ?? null, returnUrl: flow.returnUrl };
      await flows.goOn(tx, answer.state, from.mark ?? '', rest);
      return null;
    });
    if (role !== undefined) sessions.invalidate();
    return { session, secondFactor: session === null ? 1 : 0 };
  };

  /** Throws `identity_flow`, `second_factor_wrong`, `too_many_tries` and `account_disabled`. */
  const finishByCode = async (state: string, code: string, from: From): Promise<SignedIn> => {
    const { identityId } = await flows.waiting(state, from.mark);
    const accountId = identityId === null ? null : await ownerOf(db, identityId);
    if (accountId === null) throw failure('identity_flow');
    await pass({ id: accountId }, { code, ip: from.ip });
    const { role, returnUrl } = await flows.takeWaiting(state, from.mark);
    const entered = await db.transaction(async (tx) => {
      if (role !== null) await lockAdministrators(tx);
      return enter(tx, { accountId, role, returnUrl }, from);
    });
    if (role !== null) sessions.invalidate();
    return entered;
  };

  return { beginSignIn, finishSignIn, finishByCode };
};
