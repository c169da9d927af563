import { createHash } from 'node:crypto';

/** What tells one value of a field or part from another: whoever saves says which one was edited. */
export const versionOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 16);
