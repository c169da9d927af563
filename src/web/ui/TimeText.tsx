import { ago, stamp, zone } from '#web/lib/dates.ts';
import kit from './kit.module.css';

const Moment = ({ iso }: { readonly iso: string }) => {
  const [day, hour] = stamp(iso).split(' ');
  return (
    <>
      <span>{day}</span> <span>{hour}</span>
    </>
  );
};

interface Props {
  /** An instant; null when there has been none. */
  readonly iso: string | null;
}

/** An instant, exact; how long ago and in which zone stand in the tooltip. */
export const TimeText = ({ iso }: Props) =>
  iso === null ? (
    <span className={kit.muted}>–</span>
  ) : (
    <time dateTime={iso} title={`${ago(iso)} (${zone()})`} className={kit.time}>
      <Moment iso={iso} />
    </time>
  );
