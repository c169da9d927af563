import { failure } from '#server/kernel/failure.ts';
import { sealed, unsealed } from '#server/kernel/seal.ts';
import type { Person } from '#server/platform/http/route.ts';
import type { AccountParts } from './account.parts.ts';
import { type AccountRow, findById, holdByEmail } from './account.store.ts';
import { createFactorCheck, factorKey } from './factor.check.ts';
import { newKey, newRecoveryCodes, recoveryHash, stepOf, uriOf } from './factor.codes.ts';
import { findFactor, putKey, removeFactor, turnOn } from './factor.store.ts';
import { createProof } from './proof.ts';

type Somebody = Person & { readonly accountId: number };

/** A second factor by codes that change every 30 seconds (TOTP), with codes for who has lost it. */
export const createFactor = (parts: AccountParts) => {
  const { db, log, sessions, now, publicUrl, secret } = parts;
  const { trying, use } = createFactorCheck(parts);
  const { proveAgain } = createProof(parts);
  const key = factorKey(secret);

  const accountOf = async ({ accountId }: Somebody): Promise<AccountRow> => {
    const account = await findById(db, accountId);
    if (!account) throw failure('session_invalid');
    return account;
  };

  const show = async (accountId: number) => {
    const factor = await findFactor(db, accountId);
    return { isOn: factor?.isOn ? 1 : 0, recoveryCodes: factor?.recoveryCodes ?? 0 };
  };

  /** Throws `recent_sign_in_needed`, `too_many_tries` and `second_factor_on`. */
  const begin = async (person: Somebody, currentPassword: string | undefined, ip: string | null) => {
    const account = await accountOf(person);
    await proveAgain(person, account, currentPassword, ip);
    const made = newKey();
    if (!(await putKey(db, account.id, sealed(made, key)))) throw failure('second_factor_on');
    return { key: made, uri: uriOf(made, new URL(publicUrl).host, account.email) };
  };

  /** Throws `second_factor_off` where no key was shown, `second_factor_on`, `second_factor_wrong` and `too_many_tries`. */
  const confirm = async (person: Somebody, code: string, ip: string | null) => {
    const account = await accountOf(person);
    const factor = await findFactor(db, account.id);
    if (factor === null) throw failure('second_factor_off');
    if (factor.isOn) throw failure('second_factor_on');
    const step = await trying(account, ip, async () => stepOf(unsealed(factor.sealed, key), code, now()));
    const recoveryCodes = newRecoveryCodes();
    const recovery = recoveryCodes.map(recoveryHash);
    if (!(await turnOn(db, account.id, { sealed: factor.sealed, step, recovery, at: now() })))
      throw failure('second_factor_wrong');
    log.info({ accountId: account.id }, 'a second factor was turned on');
    return { recoveryCodes };
  };

  /** Throws `recent_sign_in_needed`, `second_factor_off`, `second_factor_wrong` and `too_many_tries`. */
  const end = async (
    person: Somebody,
    given: { readonly code: string; readonly currentPassword?: string },
    ip: string | null,
  ): Promise<string> => {
    const account = await accountOf(person);
    await proveAgain(person, account, given.currentPassword, ip);
    const factor = await findFactor(db, account.id);
    if (!factor?.isOn) throw failure('second_factor_off');
    await trying(account, ip, async () => ((await use(db, account.id, factor.sealed, given.code)) ? true : null));
    await removeFactor(db, account.id);
    log.info({ accountId: account.id }, 'a second factor was turned off');
    return 'Second factor turned off';
  };

  /** For somebody who has lost it; the sessions end. Throws `user_unknown` and `second_factor_off`. */
  const endOf = async (email: string): Promise<string> => {
    await db.transaction(async (tx) => {
      const account = await holdByEmail(tx, email);
      if (!account) throw failure('user_unknown', 'There is no user with this email.');
      if (!(await removeFactor(tx, account.id))) throw failure('second_factor_off');
      await sessions.endAll(tx, account.id);
      log.info({ accountId: account.id }, 'a second factor was turned off by somebody else');
    });
    sessions.invalidate();
    return 'Second factor turned off';
  };

  return { show, begin, confirm, end, endOf };
};

export type Factor = ReturnType<typeof createFactor>;
