import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import {
  type DeliveryState,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveries,
  webhookRedeliver,
  webhookRedeliverFailed,
} from '#contracts/webhooks.api.ts';
import { tellOf, useCall, useSend } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { Pager } from '#web/ui/Pager.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { webhooks } from '#web/words/webhooks.ts';
import { useWebhooksChanged } from './useWebhooksChanged.ts';
import styles from './webhooks.module.css';

const words = webhooks.deliveries;
const { heads, states } = words;

const WIDTH = 860;
const NO_ROWS: readonly WebhookDelivery[] = [];
const TONES = { [states.waiting]: 'info', [states.sent]: 'success', [states.failed]: 'danger' } as const;
const CHOICES = [
  { value: '', label: words.any },
  ...(Object.keys(states) as DeliveryState[]).map((value) => ({ value, label: states[value] })),
];

interface Props {
  readonly of: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const Answer = ({ code, problem, ms }: WebhookDelivery) => {
  if (code === null && problem === null) return <span className={kit.muted}>{words.notYet}</span>;
  return (
    <span className={styles.stack}>
      <span>{code ?? problem}</span>
      {ms !== null && <span className={styles.note}>{words.ms(ms)}</span>}
    </span>
  );
};

const Log = ({ of }: Pick<Props, 'of'>) => {
  const [state, setState] = useState<DeliveryState | ''>('');
  const [page, setPage] = useState(1);
  const { regsPerPage } = useSession();
  const params = { id: of.idWebhook };
  const query = { page, regs: regsPerPage, ...(state !== '' && { state }) };
  const answer = useCall(webhookDeliveries, { params, query }, { staleTime: 0 });
  const { data, error, refetch, isError } = answer;
  const rows = data?.data ?? NO_ROWS;
  const settled = { onSuccess: tellOf, onError: tellOf, onSettled: useWebhooksChanged() };
  const again = useSend(webhookRedeliver, settled);
  const allAgain = useSend(webhookRedeliverFailed, settled);
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      key: 'change',
      head: heads.change,
      least: 130,
      grows: true,
      cell: ({ imdbId, type }) => (
        <span className={styles.stack}>
          <span className={kit.code}>{imdbId}</span>
          <span className={styles.note}>{type}</span>
        </span>
      ),
    },
    {
      key: 'state',
      head: heads.state,
      least: 120,
      nowrap: true,
      cell: ({ state: one }) => <StatusBadge status={states[one]} map={TONES} />,
    },
    { key: 'answer', head: heads.answer, least: 100, cell: (one) => <Answer {...one} /> },
    { key: 'tries', head: heads.tries, least: 70, align: 'end', nowrap: true, cell: ({ attempts }) => attempts },
    {
      key: 'date',
      head: heads.date,
      least: 130,
      priority: 1,
      cell: ({ made, nextTry, attempts }) => (
        <span className={styles.stack}>
          <TimeText iso={made} />
          {nextTry !== null && attempts > 0 && (
            <span className={styles.note}>
              {words.next} <TimeText iso={nextTry} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'actions',
      head: '',
      name: heads.actions,
      least: 110,
      sticks: true,
      align: 'end',
      cell: ({ idChange, state: one, imdbId }) =>
        one !== 'waiting' && (
          <Button
            size="xs"
            variant="default"
            aria-label={words.againOf(imdbId)}
            disabled={again.isPending}
            onClick={() => again.mutate({ params: { ...params, change: idChange } })}
          >
            {words.again}
          </Button>
        ),
    },
  ];
  return (
    <div className={styles.form}>
      <div className={styles.bar}>
        <NativeSelect
          label={words.state}
          data={CHOICES}
          value={state}
          onChange={({ currentTarget }) => {
            setState(currentTarget.value as DeliveryState | '');
            setPage(1);
          }}
        />
        {of.failed > 0 && (
          <Button variant="default" loading={allAgain.isPending} onClick={() => allAgain.mutate({ params })}>
            {words.allAgain}
          </Button>
        )}
      </div>
      {isError && data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={words.list}
          columns={columns}
          rows={rows}
          rowKey={({ idChange }) => idChange}
          state={tableState(answer, rows.length)}
          skeleton={4}
          none={state === '' ? words.none : words.noneOf}
        />
      )}
      {data && <Pager page={page} total={data.total ?? 0} regs={regsPerPage} onPage={setPage} label={words.list} />}
    </div>
  );
};

/** What was and is to be sent to a webhook. */
export const DeliveriesDialog = ({ of, opened, onClose }: Props) => (
  <Dialog opened={opened} title={words.title(of.url.replace(/^https?:\/\//, ''))} size={WIDTH} onClose={onClose}>
    <Log of={of} />
    <div className={styles.end}>
      <Button variant="default" onClick={onClose} data-autofocus>
        {words.close}
      </Button>
    </div>
  </Dialog>
);
