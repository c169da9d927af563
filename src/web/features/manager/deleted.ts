/** Whether a row is of a user who has been deleted: what was counted stays, under a name that is no address. */
export const isDeleted = (email: string): boolean => email.startsWith('deleted-') && !email.includes('@');

/** The tokens of deleted users. */
export const deletedTokens = (
  rows: readonly { readonly token: string; readonly email: string }[],
): ReadonlySet<string> => new Set(rows.filter(({ email }) => isDeleted(email)).map(({ token }) => token));
