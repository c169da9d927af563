import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserRecord } from '#contracts/users.api.ts';
import { count } from '#web/lib/numbers.ts';
import type { StatusMap } from '#web/lib/status.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import kit from '#web/ui/kit.module.css';
import { Secret } from '#web/ui/Secret.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { users } from '#web/words/users.ts';
import { hasKeys, validNote } from './user-edit.ts';
import styles from './users.module.css';

const VALID: StatusMap = { YES: 'success', NO: 'danger' };

export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Which of several keys the record shows, and the way to the others. */
export const KeyFact = ({ record }: { readonly record: UserRecord }) => {
  if (!hasKeys(record)) return null;
  const { email, keyName, keys } = record;
  return (
    <Fact name={users.fields.key}>
      <bdi className={styles.plain}>{keyName}</bdi>
      <span className={kit.muted}> – {users.keys.oneOf(keys.length)}</span>
      <div className={styles.keys}>
        {users.keys.others}
        {keys
          .filter(({ name }) => name !== keyName)
          .map(({ idToken, name }) => (
            <Link key={idToken} to="/admin/user-info" search={{ email, token: String(idToken) }}>
              <bdi>{name}</bdi>
            </Link>
          ))}
      </div>
    </Fact>
  );
};

/** What the validity of one of several keys means for the others. */
export const ValidNote = ({ record }: { readonly record: UserRecord }) => {
  const note = validNote(record);
  return note === null ? null : <div className={kit.muted}>{note}</div>;
};

/** Where somebody came from, which nobody changes. */
export const OriginFacts = ({ record: { ip, registrationDate } }: { readonly record: UserRecord }) => (
  <>
    <Fact name={users.fields.ip}>{ip === null ? '–' : <CopyText value={ip} label="IP" />}</Fact>
    <Fact name={users.fields.registrationDate}>
      <TimeText iso={registrationDate} />
    </Fact>
  </>
);

/** What follows from the plan, which nobody changes here. */
export const PlanFacts = ({ record }: { readonly record: UserRecord }) => {
  const { role, limit, used } = record;
  const together = hasKeys(record) ? <div className={kit.muted}>{users.keys.together}</div> : null;
  return (
    <>
      <Fact name={users.fields.role}>{role}</Fact>
      <Fact name={users.fields.limit}>{limit === null ? users.noLimit : users.aDay(limit)}</Fact>
      <Fact name={users.fields.used}>
        {limit === null ? users.usedOnly(used) : users.usedOf(count(used), count(limit))}
        {together}
      </Fact>
    </>
  );
};

/** The record as it is read, in the order of document 2, 2.6; what that does not name comes last. */
export const UserFacts = ({ record }: { readonly record: UserRecord }) => {
  const { token, email, isValid, maxRequests } = record;
  return (
    <Facts>
      <Fact name={users.fields.token}>
        <Secret value={token} label="token" />
      </Fact>
      <KeyFact record={record} />
      <Fact name={users.fields.email}>
        <CopyText value={email} label="email">
          <bdi className={styles.plain}>{email}</bdi>
        </CopyText>
      </Fact>
      <OriginFacts record={record} />
      <Fact name={users.fields.valid}>
        <StatusBadge status={isValid === 1 ? 'YES' : 'NO'} map={VALID} />
        <ValidNote record={record} />
      </Fact>
      <Fact name={users.fields.maxRequests}>
        {count(maxRequests)}
        {maxRequests === 0 && <span className={kit.muted}> – {users.asPlan}</span>}
      </Fact>
      <PlanFacts record={record} />
    </Facts>
  );
};
