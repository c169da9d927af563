import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useId } from 'react';
import { MAX_PERIOD } from '#contracts/billing.api.ts';
import type { Feature } from '#contracts/public.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import { type Choice, searchOf } from '#web/lib/offer-search.ts';
import { price, totalOf } from '#web/lib/price.ts';
import { stringifySearch } from '#web/lib/return-url.ts';
import { CueDot } from '#web/ui/StatusBadge.tsx';
import { features as words } from '#web/words/features.ts';
import type { Plan } from './current.ts';
import styles from './Features.module.css';

interface Props {
  readonly feature: Feature;
  /** Months, 1 to 12. */
  readonly period: number;
  readonly onPeriod: (period: number) => void;
  /** A token is stored. */
  readonly signedIn: boolean;
  readonly payments: { readonly off: boolean; readonly test: boolean };
  /** Set when it is paid for. */
  readonly plan: Plan | undefined;
  readonly busy: boolean;
  readonly onBuy: (choice: Choice) => void;
  readonly heading: 'h2' | 'h3';
  /** The address or the tab remembers that this one was chosen. */
  readonly chosen: boolean;
}

const PERIODS = Array.from({ length: MAX_PERIOD }, (_, at) => ({
  value: String(at + 1),
  label: words.months(at + 1),
}));
const DAY_LENGTH = 10;
const dayOf = (iso: string): string => stamp(iso).slice(0, DAY_LENGTH);

const Controls = ({ feature, period, onPeriod, payments, busy, onBuy }: Props) => {
  const { idProduct, name } = feature;
  const total = price(totalOf(feature.price, period));
  const noteId = useId();
  return (
    <>
      <div className={styles.money}>
        <span className={styles.price}>{words.perMonth(price(feature.price))}</span>
        <output id={noteId} className={styles.total}>
          {words.total(words.months(period), total)}
        </output>
        {payments.test && <span className={styles.test}>{words.test}</span>}
      </div>
      <NativeSelect
        className={styles.period ?? ''}
        size="md"
        aria-label={words.period(name)}
        data={PERIODS}
        value={String(period)}
        disabled={busy}
        onChange={({ currentTarget: { value } }) => onPeriod(Number(value))}
      />
      <Button
        className={styles.action ?? ''}
        size="md"
        disabled={payments.off}
        aria-disabled={busy}
        aria-label={payments.off ? undefined : `${words.purchase(total)}, ${name}`}
        aria-describedby={noteId}
        onClick={() => !busy && onBuy({ plan: idProduct, period })}
      >
        {payments.off ? words.notSetUp : words.purchase(total)}
      </Button>
    </>
  );
};

const Offer = (props: Props) => {
  const { feature, period, signedIn } = props;
  if (feature.price === 0) return <span className={styles.free}>{words.free}</span>;
  if (signedIn) return <Controls {...props} />;
  const returnUrl = `/features${stringifySearch({ ...searchOf({ plan: feature.idProduct, period }) })}`;
  return (
    <>
      <div className={styles.money}>
        <span className={styles.price}>{words.perMonth(price(feature.price))}</span>
        {props.payments.test && <span className={styles.test}>{words.test}</span>}
      </div>
      {props.payments.off ? (
        <Button className={styles.action ?? ''} size="md" variant="default" disabled>
          {words.notSetUp}
        </Button>
      ) : (
        <Button
          className={styles.action ?? ''}
          size="md"
          variant="default"
          aria-label={`${words.signIn} ${feature.name}`}
          onClick={() => props.onPeriod(period)}
          renderRoot={(root) => <Link to="/login" search={{ returnUrl }} {...root} />}
        >
          {words.signIn}
        </Button>
      )}
    </>
  );
};

/** How many letters the longest word of a name has: its size in the style sheet comes from it. */
const longest = (name: string): CSSProperties & { readonly '--longest': number } => ({
  '--longest': Math.max(...name.split(/[\s-]+/).map((word) => word.length)),
});

/** One product: what it is, what it costs, and the way to buy it. */
export const FeatureRow = (props: Props) => {
  const { feature, plan, heading: Heading, chosen } = props;
  // The words of the product may say the figure themselves.
  const says = feature.description.includes(count(feature.requests));
  return (
    <li className={styles.row} data-chosen={chosen}>
      <Heading className={styles.name} style={longest(feature.name)} dir="auto">
        {feature.name}
      </Heading>
      <div className={styles.about}>
        <p dir="auto">{feature.description}</p>
        <p className={styles.notice} dir={says ? 'auto' : undefined}>
          {!says && words.requests(count(feature.requests))}
          {!says && feature.notice !== '' && ' · '}
          {says ? feature.notice : <bdi>{feature.notice}</bdi>}
        </p>
        {plan?.behind === null && (
          <p className={styles.current}>
            <CueDot /> {words.current(dayOf(plan.until))}
          </p>
        )}
        {plan?.behind != null && <p className={styles.notice}>{words.behind(dayOf(plan.until), plan.behind)}</p>}
      </div>
      <Offer {...props} />
    </li>
  );
};
