import {
  hashKey,
  keepPreviousData,
  QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { EndpointShape, Reply } from '#contracts/endpoint.ts';
import { CallFailed, call, type Given, type Manner, type Result } from './call.ts';
import { messageOf } from './message-of.ts';
import { clearTrouble, tell } from './messages.ts';

export { messageOf, saidOf } from './message-of.ts';

const RETRIES = 2;
/** For this many milliseconds an answer is shown again without asking. */
const FRESH_MS = 10_000;

/** What was refused will be refused again; only trouble of the server or the way to it may pass. */
const mayPass = (error: unknown): boolean => error instanceof CallFailed && (error.status === 0 || error.status >= 500);

export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // A server of the own network can be reached while the machine is offline.
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && mayPass(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** For lists: the old rows stay while the next page is on its way. */
export const keepRows = { placeholderData: keepPreviousData } as const;

/** The key of a call's answers; without an input, of all of its answers. */
export const keyOf = (endpoint: EndpointShape, input?: unknown): readonly unknown[] =>
  input === undefined ? [endpoint.name] : [endpoint.name, input];

type CallOptions<E extends EndpointShape> = Omit<
  UseQueryOptions<Result<Reply<E>>, CallFailed, Result<Reply<E>>>,
  'queryKey' | 'queryFn'
>;

type LooseCall<E extends EndpointShape> = (endpoint: E, input: Given<E>, manner?: Manner) => Promise<Result<Reply<E>>>;

/** Keys of answers that are being asked for again without anybody's doing. */
const unasked = new Set<string>();

/** Asks for a call's answers anew because something may have changed: nobody waits for them. */
export const askUnasked = async (queries: QueryClient, endpoint: EndpointShape): Promise<void> => {
  const queryKey = keyOf(endpoint);
  const keys = queries
    .getQueryCache()
    .findAll({ queryKey })
    .map(({ queryHash }) => queryHash);
  for (const key of keys) unasked.add(key);
  await queries.invalidateQueries({ queryKey });
  for (const key of keys) unasked.delete(key);
};

/**
 * The answer of a call, kept and shared by all who ask for the same. Where it is asked for at an interval, nobody waits
 * for what comes after the first one.
 */
export const useCall = <E extends EndpointShape>(endpoint: E, input: Given<E>, options?: CallOptions<E>) =>
  useQuery<Result<Reply<E>>, CallFailed>({
    ...options,
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal, client, queryKey }) => {
      const repeats = Boolean(options?.refetchInterval) && client.getQueryData(queryKey) !== undefined;
      return (call as LooseCall<E>)(endpoint, input, { signal, background: repeats || unasked.has(hashKey(queryKey)) });
    },
  });

/** Asks for what will be shown next, such as what somebody points at: nobody waits for it yet. */
export const askAhead = <E extends EndpointShape>(queries: QueryClient, endpoint: E, input: Given<E>): void =>
  void queries.prefetchQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => (call as LooseCall<E>)(endpoint, input, { signal, background: true }),
  });

/**
 * A call that changes something, made when `mutate(input)` is called; the same is not sent again while it is under way,
 * however fast somebody clicks. What went wrong before is no longer shown then.
 */
export const useSend = <E extends EndpointShape>(
  endpoint: E,
  options?: Omit<UseMutationOptions<Result<Reply<E>>, CallFailed, Given<E>>, 'mutationFn'>,
) => {
  const underWay = useRef<string>(undefined);
  const sending = useMutation<Result<Reply<E>>, CallFailed, Given<E>>({
    ...options,
    mutationFn: async (input: Given<E>) => {
      clearTrouble();
      try {
        return await (call as LooseCall<E>)(endpoint, input);
      } finally {
        if (underWay.current === String(JSON.stringify(input))) underWay.current = undefined;
      }
    },
  });
  const mutate = useCallback<typeof sending.mutate>(
    (...given) => {
      const text = String(JSON.stringify(given[0]));
      if (text === underWay.current) return;
      underWay.current = text;
      sending.mutate(...given);
    },
    [sending.mutate],
  );
  return { ...sending, mutate };
};

/** Says it in the alert bar. */
export const tellOf = (result: unknown): void => {
  const { text, tone } = messageOf(result);
  tell(text, tone);
};

/**
 * What follows on a call that a dialog has asked about: its answer is said, the lists are read again, the dialog closes.
 * The rows go first: what opened the dialog may be in one, and gets the focus back only while it is there.
 */
export const thenClose = (reload: () => Promise<unknown>, close: () => void) => ({
  onSuccess: tellOf,
  onError: tellOf,
  onSettled: async (): Promise<void> => {
    await reload();
    close();
  },
});
