import { audit as words } from '#web/words/audit.ts';
import {
  type Draft,
  isMethod,
  isMoment,
  isRequestId,
  LONGEST_IP,
  LONGEST_TIME,
  LONGEST_TOKEN,
  METHODS,
  minTimeOf,
  statusOf,
} from './view.ts';

export type Problems = Partial<Record<keyof Draft, string>>;

const RULES: Readonly<Record<keyof Draft, readonly [isGood: (text: string) => boolean, problem: string]>> = {
  startDate: [isMoment, words.wrong.moment(words.start)],
  endDate: [isMoment, words.wrong.moment(words.end)],
  token: [(text) => text.length <= LONGEST_TOKEN, words.wrong.long(words.token, LONGEST_TOKEN)],
  status: [(text) => statusOf(text) !== undefined, words.wrong.status],
  method: [isMethod, words.wrong.method(METHODS.join(', '))],
  minTime: [(text) => minTimeOf(text) !== undefined, words.wrong.minTime(LONGEST_TIME)],
  requestId: [isRequestId, words.wrong.requestId],
  ip: [(text) => text.length <= LONGEST_IP, words.wrong.long(words.ip, LONGEST_IP)],
};

/** What is wrong with the filters; empty when they can be sent. */
export const problemsOf = (draft: Draft): Problems => ({
  ...(Date.parse(draft.endDate) < Date.parse(draft.startDate) && { endDate: words.wrong.end }),
  ...Object.fromEntries(
    (Object.keys(RULES) as (keyof Draft)[]).flatMap((name) => {
      const [text, [isGood, problem]] = [draft[name].trim(), RULES[name]];
      return text === '' || isGood(text) ? [] : [[name, problem]];
    }),
  ),
});
