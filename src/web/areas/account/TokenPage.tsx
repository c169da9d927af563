import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type UserToken, userToken } from '#contracts/account.api.ts';
import { clientCallOf } from '#contracts/client-calls.ts';
import { SamplePanel } from '#web/features/try/SamplePanel.tsx';
import { TryIt } from '#web/features/try/TryIt.tsx';
import { askUnasked, keyOf, useCall } from '#web/lib/query.ts';
import { tokenTone } from '#web/lib/status.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { account } from '#web/words/account.ts';
import { shell } from '#web/words/shell.ts';
import styles from './Account.module.css';
import { Figures } from './Figures.tsx';
import { History } from './History.tsx';
import { InvalidateToken } from './InvalidateToken.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';

const words = account.token;

const PATH = '/api/v1/movie/tt0068646';
/** Milliseconds after a call when the server has usually, and when it has surely, written it into the history. */
const WRITTEN_MS = [300, 1_500] as const;
const DISABLED_ID = 'token-disabled';

const Token = ({ answer }: { readonly answer: UserToken | null }) => {
  if (answer === null)
    return (
      <div className={styles.waiting} role="status">
        <span className={kit.hidden}>{words.waiting}</span>
        <span className={kit.skeleton} />
      </div>
    );
  return (
    <>
      <Secret key={answer.token} value={answer.token} label={words.secret} />
      <StatusBadge status={answer.status} map={tokenTone} />
    </>
  );
};

/** Asks again for what a call, or a new token, has changed. */
const useFigures = () => {
  const queries = useQueryClient();
  const timers = useRef<readonly number[]>([]);
  const stop = () => {
    for (const timer of timers.current) window.clearTimeout(timer);
  };
  useEffect(() => stop, []);
  const ask = () => void askUnasked(queries, userToken);
  return {
    refresh: (): void => {
      stop();
      timers.current = WRITTEN_MS.map((ms) => window.setTimeout(ask, ms));
    },
    /** Nothing of before holds any more. */
    reload: (): void => void queries.resetQueries({ queryKey: keyOf(userToken) }),
  };
};

/** Why the token is refused. */
const REFUSED: Readonly<Record<string, string | undefined>> = {
  DISABLED: words.disabled,
  LEAVING: words.leaving,
  EXPIRED: words.expired,
};

/** The API token of the signed-in person, a first call with it, and what it was used for. */
export const TokenPage = () => {
  const asked = useCall(userToken, undefined);
  const { data, error, refetch, isError } = asked;
  const { refresh, reload } = useFigures();
  const answer = data?.data ?? null;
  const disabled = answer !== null && answer.status !== 'VALID';
  const said = answer === null ? undefined : REFUSED[answer.status];
  const nothing = isError && answer === null;

  return (
    <>
      <PageHeader title={shell.pages.token} />
      {isError && <Failed error={error} onRetry={() => void refetch()} />}
      {!nothing && (
        <>
          <div className={styles.token}>
            <Token answer={answer} />
            <InvalidateToken
              token={answer?.token ?? null}
              refusedBy={disabled && answer.status !== 'EXPIRED' ? DISABLED_ID : undefined}
              onInvalidated={reload}
            />
          </div>
          {answer?.status === 'UNCONFIRMED' && <Unconfirmed id={DISABLED_ID} />}
          {said !== undefined && (
            <p id={DISABLED_ID} className={styles.warning}>
              {said}
            </p>
          )}
          <div className={styles.figures}>{answer && <Figures answer={answer} />}</div>
          <TryIt
            path={PATH}
            token={answer?.token ?? null}
            waiting={answer === null}
            onAnswered={refresh}
            sample={(address) => (
              <SamplePanel call={{ address, client: clientCallOf(address) }} token={answer?.token ?? ''} />
            )}
          />
          {/* A failure stands above all of the page, and not once more in the table. */}
          <History answer={answer} state={tableState({ ...asked, error: null }, answer?.requests.length ?? 0)} />
        </>
      )}
    </>
  );
};
