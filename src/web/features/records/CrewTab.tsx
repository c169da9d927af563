import { NativeSelect } from '@mantine/core';
import { CREW_TYPES, type CrewType } from '#contracts/crew.ts';
import { crewSummary } from '#contracts/imdb.api.ts';
import { count } from '#web/lib/numbers.ts';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { crewName } from './crew-name.ts';
import { PartTable } from './PartTable.tsx';
import { CREW, personCard } from './person-columns.tsx';
import { crewAsk, FIRST_CREW } from './plan.ts';
import styles from './records.module.css';

import { useOpened } from './useRecord.ts';

interface Props {
  /** What the address says. */
  readonly type: CrewType | undefined;
  readonly page: number;
  readonly onType: (type: CrewType) => void;
  readonly onPage: (page: number) => void;
}

/** People behind the camera, one kind of work at a time. */
export const CrewTab = ({ type, page, onType, onPage }: Props) => {
  const { id } = useOpened();
  const { regsPerPage } = useSession();
  const { data, error, refetch, isPending } = useCall(crewSummary, { params: { imdbId: id } });
  const counts = data?.data ?? [];
  const first = counts.some((one) => one.type === FIRST_CREW) ? FIRST_CREW : counts[0]?.type;
  const chosen = type ?? first ?? FIRST_CREW;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!isPending && counts.length === 0) return <EmptyState title={words.none} />;
  // What the address asks for stays in sight, also where there is nobody of it.
  const shown = counts.some((one) => one.type === chosen) ? counts : [{ type: chosen, count: 0 }, ...counts];
  return (
    <>
      <NativeSelect
        className={styles.crew}
        label={words.crewType}
        value={chosen}
        data={shown.map((one) => ({
          value: one.type,
          label: isPending ? crewName(one.type) : words.countOf(crewName(one.type), count(one.count)),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const next = CREW_TYPES.find((one) => one === value);
          if (next) onType(next);
        }}
      />
      {isPending ? (
        <span className={kit.skeleton} />
      ) : (
        <PartTable
          key={chosen}
          label={crewName(chosen)}
          ask={crewAsk(chosen, page, regsPerPage)}
          columns={CREW}
          card={personCard}
          page={page}
          onPage={onPage}
        />
      )}
    </>
  );
};
