import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { type OwnSession, ownSessionEnd, ownSessions, ownSessionsEnd } from '#contracts/own.api.ts';
import { tellOf, thenClose, useCall, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { deviceOf } from './device.ts';

const words = account.sessions;

interface RowProps {
  readonly session: OwnSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

const Row = ({ session, busy, onEnd }: RowProps) => {
  const { agent, ip, signedInAt, lastSeen, current } = session;
  const device = deviceOf(agent) ?? words.unknown;
  return (
    <li className={styles.session}>
      <div>
        <strong>
          <bdi>{device}</bdi>
        </strong>
        {current === 1 && <span className={styles.here}>{words.here}</span>}
        <p className={kit.muted}>
          {words.since} <TimeText iso={signedInAt} />
          {ip !== null && ` ${words.from} ${ip}`}
          {', '}
          {words.seen} <TimeText iso={lastSeen} />
        </p>
      </div>
      {current === 0 && (
        <BusyButton variant="default" busy={busy} aria-label={words.endOf(device)} onClick={onEnd}>
          {words.end}
        </BusyButton>
      )}
    </li>
  );
};

/** Where one is signed in, and the way to end that. */
export const Sessions = () => {
  const { data, error, refetch } = useCall(ownSessions, undefined, { staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  // The button goes with its row: who pressed it stays here.
  const onSettled = async (): Promise<void> => {
    await refetch();
    heading.current?.focus();
  };
  const end = useSend(ownSessionEnd, { onSuccess: tellOf, onError: tellOf, onSettled });
  const endOthers = useSend(
    ownSessionsEnd,
    thenClose(refetch, () => setAsking(false)),
  );
  const ending = end.isPending ? end.variables.params.idSession : null;
  const rows = data?.data ?? [];
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p className={kit.muted}>{words.lead}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className={styles.sessions} aria-labelledby="sessions">
        {rows.map((session) => (
          <Row
            key={session.idSession}
            session={session}
            busy={ending === String(session.idSession)}
            onEnd={() => end.mutate({ params: { idSession: String(session.idSession) } })}
          />
        ))}
      </ul>
      {rows.length > 1 && (
        <Button variant="default" c="danger" onClick={() => setAsking(true)}>
          {words.endOthers}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={words.endOthers}
        confirm={words.endAll}
        danger
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        <p className={kit.question}>{words.question}</p>
      </ConfirmDialog>
    </section>
  );
};
