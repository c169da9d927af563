import { MAX_REQUESTS } from '#contracts/users.api.ts';
import { count } from '#web/lib/numbers.ts';
import { MOST_REGS } from '#web/lib/paging.ts';
import { profile as words } from '#web/words/profile.ts';

export interface ProfileDraft {
  readonly maxRequests: string;
  readonly maxRegs: string;
}

export type ProfileField = keyof ProfileDraft;

const isWithin = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** What is wrong with the numbers, in the order of the fields. */
export const profileProblems = (
  draft: Readonly<Record<ProfileField, string>>,
): Partial<Record<ProfileField, string>> => {
  const [requests, regs] = [draft.maxRequests.trim(), draft.maxRegs.trim()];
  return {
    ...(!isWithin(requests, 0, MAX_REQUESTS) && {
      maxRequests: requests === '' ? words.maxRequestsRequired : words.maxRequestsInvalid(count(MAX_REQUESTS)),
    }),
    ...(!isWithin(regs, 1, MOST_REGS) && {
      maxRegs: regs === '' ? words.maxRegsRequired : words.maxRegsInvalid,
    }),
  };
};
