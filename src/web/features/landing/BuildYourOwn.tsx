import { stats } from '#contracts/public.api.ts';
import { ago } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import { useCall } from '#web/lib/query.ts';
import kit from '#web/ui/kit.module.css';
import { landing } from '#web/words/landing.ts';
import styles from './Landing.module.css';
import { Marks } from './marks.tsx';

const words = landing.build;

/** What the catalogue holds at this moment. */
const Counts = () => {
  const { data, isError } = useCall(stats, undefined);
  if (!data) return <p className={styles.counts}>{isError ? ' ' : words.waiting}</p>;
  const { titles, names, images, lastUpdate } = data.data;
  return (
    <p className={styles.counts}>
      {words.counts(count(titles), count(names), count(images))}
      {lastUpdate && (
        <>
          , {words.lastUpdate} {lastUpdate.description},{' '}
          <time dateTime={lastUpdate.date}>
            {ago(lastUpdate.date, Math.max(Date.now(), Date.parse(lastUpdate.date)))}
          </time>
        </>
      )}
    </p>
  );
};

export const BuildYourOwn = () => (
  <section className={styles.section} aria-labelledby="build">
    <h2 id="build" className={kit.reel}>
      {words.title}
    </h2>
    <p className={styles.buildLead}>{words.lead}</p>
    <Marks className={styles.marks} />
    <Counts />
  </section>
);
