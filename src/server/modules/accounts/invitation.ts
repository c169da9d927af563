import { hash, randomBytes } from 'node:crypto';

/** The days that an operator's link can be used. */
export const INVITATION_DAYS = 7;

/** What nobody can guess: 192 bits. */
export const newInvitation = (): string => randomBytes(24).toString('base64url');

/** What is kept of it. */
export const digestOf = (invitation: string): Buffer => hash('sha256', invitation, 'buffer');
