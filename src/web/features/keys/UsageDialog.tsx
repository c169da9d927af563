import { Button } from '@mantine/core';
import { KEY_USAGE_DAYS, type Key, type KeyUsage, keyUsage } from '#contracts/keys.api.ts';
import { barsOf } from '#web/lib/day-bars.ts';
import { count } from '#web/lib/numbers.ts';
import { useCall } from '#web/lib/query.ts';
import { Bars } from '#web/ui/Bars.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import kit from '#web/ui/kit.module.css';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { keys } from '#web/words/keys.ts';
import styles from './keys.module.css';

const words = keys.usage;
type Call = KeyUsage['calls'][number];

const WIDTH = 720;
const number = { align: 'end', nowrap: true } as const;
const COLUMNS: readonly Column<Call>[] = [
  {
    key: 'call',
    head: words.heads.call,
    least: 200,
    grows: true,
    cell: ({ call }) =>
      call === null ? (
        <span className={kit.muted}>{words.noCall}</span>
      ) : (
        <code className={styles.call} dir="ltr">
          {call}
        </code>
      ),
  },
  { key: 'requests', head: words.heads.requests, least: 90, ...number, cell: ({ requests }) => count(requests) },
  { key: 'failed', head: words.heads.failed, least: 80, ...number, cell: ({ failed }) => count(failed) },
  { key: 'ms', head: words.heads.ms, least: 80, ...number, cell: ({ ms }) => words.ms(ms) },
  { key: 'slowest', head: words.heads.slowest, least: 90, ...number, cell: ({ slowestMs }) => words.ms(slowestMs) },
];
const NOTHING: KeyUsage = { days: [], calls: [], statuses: [] };

interface Props {
  readonly of: Key;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const Usage = ({ of }: Pick<Props, 'of'>) => {
  const answer = useCall(keyUsage, { params: { id: of.idKey } }, { staleTime: 0 });
  const { days, calls, statuses } = answer.data?.data ?? NOTHING;
  return (
    <div className={styles.usage}>
      <Bars data={barsOf(days, KEY_USAGE_DAYS, Date.now())} caption={words.caption(KEY_USAGE_DAYS)} />
      {statuses.length > 0 && (
        <section>
          <h3>{words.statuses}</h3>
          <ul className={styles.statuses}>
            {statuses.map(({ code, requests }) => (
              <li key={code}>{words.status(code, requests)}</li>
            ))}
          </ul>
        </section>
      )}
      <DataTable
        label={words.calls}
        columns={COLUMNS}
        rows={calls}
        rowKey={({ call }) => call ?? ''}
        state={tableState(answer, calls.length)}
        skeleton={3}
        none={words.none(KEY_USAGE_DAYS)}
      />
    </div>
  );
};

/** What a key was used for lately. */
export const UsageDialog = ({ of, opened, onClose }: Props) => (
  <Dialog opened={opened} title={words.title(of.name)} size={WIDTH} onClose={onClose}>
    <Usage of={of} />
    <div className={kit.dialogActions}>
      <Button variant="default" onClick={onClose}>
        {words.close}
      </Button>
    </div>
  </Dialog>
);
