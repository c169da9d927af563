import { createContext, useContext } from 'react';
import type { Reply } from '#contracts/endpoint.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import type { Result } from '#web/lib/call.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { type Ask, planOf } from './plan.ts';
import type { RecordKind } from './record-search.ts';

type Parts = Result<Reply<typeof imdbParts>>;

/** Whose a list is, and a page of it. */
export interface ListPart<T> {
  readonly data: readonly T[];
  readonly page: number;
  readonly total: number;
  readonly regs: number;
  readonly source: string;
  readonly licence: string | null;
  readonly fetched: string;
  readonly locked: boolean;
  /** Who edited it last, where it is locked. */
  readonly by: string | null;
}

interface Opened {
  readonly kind: RecordKind;
  readonly id: string;
  /** What came with the record, and when. */
  readonly asked: readonly Ask[];
  readonly parts: Parts;
  readonly at: number;
}

const Context = createContext<Opened | null>(null);
export const OpenedRecord = Context.Provider;

/** The record whose card this stands in. */
export const useOpened = (): Opened => {
  const opened = useContext(Context);
  if (opened === null) throw new Error('outside of a card');
  return opened;
};

/** The record of an id with what its page shows at once. */
export const useRecord = (kind: RecordKind, id: string, all: boolean) => {
  const { regsPerPage } = useSession();
  const asked = planOf(kind, all, regsPerPage);
  const answer = useCall(imdbParts, { params: { imdbId: id }, body: [...asked] }, { enabled: id !== '' });
  return { ...answer, asked };
};

/** One part of the record: what came with it, or asked for when it is opened. */
export const usePart = <T>(ask: Ask) => {
  const { id, asked, parts, at } = useOpened();
  const same = JSON.stringify(ask);
  const came = asked.some((one) => JSON.stringify(one) === same);
  const answer = useCall(
    imdbParts,
    { params: { imdbId: id }, body: [ask] },
    { ...keepRows, ...(came && { initialData: parts, initialDataUpdatedAt: at }) },
  );
  return { ...answer, part: answer.data?.data[ask.data] as T | undefined };
};
