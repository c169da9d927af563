import type { Webhook } from '#contracts/webhooks.api.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { RowMenu } from '#web/ui/RowMenu.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { webhooks as words } from '#web/words/webhooks.ts';
import styles from './webhooks.module.css';

type Act = (webhook: Webhook) => void;

interface Props {
  readonly rows: readonly Webhook[];
  readonly state: TableState;
  readonly onEdit: Act;
  readonly onTest: Act;
  readonly onLog: Act;
  readonly onSecret: Act;
  readonly onEnable: Act;
  readonly onDelete: Act;
  /** One of them is being tested. */
  readonly testing: boolean;
}

const { heads } = words;

const TONES = { ACTIVE: 'success', FAILING: 'warning', DISABLED: 'danger' } as const;

const What = ({ kinds, actions, ids }: Webhook) => {
  const parts = [
    ...(kinds.length === 0 ? [] : [kinds.map((kind) => words.kinds[kind]).join(', ')]),
    ...(actions.length > 0 ? [actions.map((one) => words.actions[one]).join(', ')] : []),
    ...(ids.length > 0 ? [words.ids(ids.length)] : []),
  ];
  if (parts.length === 0) return <span className={kit.muted}>{words.all}</span>;
  return (
    <span className={styles.stack}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  );
};

const Status = ({ status, why, disabledAt, formerUntil }: Webhook) => (
  <span className={styles.stack}>
    <span>
      <StatusBadge status={status} map={TONES} />
    </span>
    {why !== null && <span className={styles.note}>{words.why[why]}</span>}
    {disabledAt !== null && (
      <span className={styles.note}>
        <TimeText iso={disabledAt} />
      </span>
    )}
    {formerUntil !== null && (
      <span className={styles.note}>
        {words.former} <TimeText iso={formerUntil} />
      </span>
    )}
  </span>
);

const Counts = ({ waiting, failed }: Webhook) => (
  <span className={styles.stack}>
    <span className={waiting === 0 ? kit.muted : ''}>{waiting === 0 ? words.quiet : words.waiting(waiting)}</span>
    {failed > 0 && <span className={styles.note}>{words.failed(failed)}</span>}
  </span>
);

/** The webhooks of a person, with what each of them is sent. */
export const WebhooksTable = ({ rows, state, testing, ...on }: Props) => {
  const actionsOf = (one: Webhook) => [
    ...(one.status === 'DISABLED' ? [{ label: words.enable, onRun: () => on.onEnable(one) }] : []),
    { label: words.edit, onRun: () => on.onEdit(one) },
    { label: words.log, onRun: () => on.onLog(one) },
    { label: words.test, onRun: () => on.onTest(one), off: testing ? words.testing : undefined },
    { label: words.secret, onRun: () => on.onSecret(one) },
    { label: words.delete, onRun: () => on.onDelete(one), danger: true },
  ];
  const columns: readonly Column<Webhook>[] = [
    {
      key: 'url',
      head: heads.url,
      least: 200,
      grows: true,
      cell: ({ url }) => (
        <span className={styles.address} dir="ltr">
          {url}
        </span>
      ),
    },
    { key: 'status', head: heads.status, least: 140, cell: (one) => <Status {...one} /> },
    { key: 'what', head: heads.what, least: 120, priority: 1, cell: (one) => <What {...one} /> },
    { key: 'log', head: heads.log, least: 120, priority: 1, cell: (one) => <Counts {...one} /> },
    {
      key: 'actions',
      head: heads.actions,
      least: 90,
      sticks: true,
      align: 'end',
      cell: (one) => <RowMenu label={words.more(one.url)} actions={actionsOf(one)} />,
    },
  ];
  return (
    <DataTable
      label={words.list}
      columns={columns}
      rows={rows}
      rowKey={({ idWebhook }) => idWebhook}
      state={state}
      skeleton={2}
      none={words.none}
    />
  );
};
