import { unpaidSources } from '#contracts/terms.api.ts';
import { useCall } from '#web/lib/query.ts';
import { dashboard } from '#web/words/dashboard.ts';
import styles from './UnpaidSources.module.css';

const words = dashboard.unpaid;

/** Warns while something is sold that the terms of a source forbid to sell; nothing else. */
export const UnpaidSources = () => {
  const { data } = useCall(unpaidSources, undefined);
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.warning} aria-label={words.title}>
      <p>{words.text}</p>
      <ul>
        {data.data.map(({ source, data: what, terms, url }) => (
          <li key={source}>
            <a href={url}>{what}</a> ({source}): {terms}
          </li>
        ))}
      </ul>
      <p>{words.next}</p>
    </section>
  );
};
