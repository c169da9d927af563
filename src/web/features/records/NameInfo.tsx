import type { Name } from '#contracts/people.ts';
import { toLocalInput } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import { records as words } from '#web/words/records.ts';
import { INFO_FIELDS } from './editable.ts';
import { Fact, FieldsOrigin, IdFact, Known, useFieldOrigins } from './Facts.tsx';
import { yearsBetween } from './next-update.ts';
import { RecordActions } from './RecordActions.tsx';
import { RecordLink } from './RecordLink.tsx';
import { RecordPicture } from './RecordPicture.tsx';
import styles from './records.module.css';
import { CUT_AT } from './text-column.tsx';

const names = words.fields;

const today = (): string => toLocalInput(new Date().toISOString()).slice(0, 10);

/** A date, and how old that makes somebody where it can be told. */
const DateWith = ({ date, said }: { readonly date: string | null; readonly said: string | null }) => (
  <>
    <Known value={date} />
    {said !== null && <span className={kit.muted}> {said}</span>}
  </>
);

/** What is known of a person in one value each. */
export const NameInfo = ({ person }: { readonly person: Name }) => {
  const origins = useFieldOrigins(INFO_FIELDS.name);
  const { imdbId, imdbUrl, name, height, starMeter, birthdate, dateOfDead, biography, lastUpdate } = person;
  const plain = (field: (typeof INFO_FIELDS.name)[number], value: string | number | null) => (
    <Fact name={names[field]} origin={origins.of(field)}>
      <Known value={value} />
    </Fact>
  );
  const age = dateOfDead === null ? yearsBetween(birthdate, today()) : null;
  const last = dateOfDead === null ? null : yearsBetween(birthdate, dateOfDead);
  const picture = { title: name, year: null, changed: lastUpdate, alt: words.photoOf(name) };
  return (
    <div className={styles.info}>
      <div className={styles.side}>
        <RecordPicture {...picture} />
      </div>
      <div className={styles.main}>
        <RecordActions id={imdbId} title={name} />
        <dl className={styles.facts}>
          {plain('name', name)}
          {plain('uniqueName', person.uniqueName)}
          {plain('height', height === null ? null : words.centimetres(height))}
          {plain('starMeter', starMeter === null ? null : count(starMeter))}
          <Fact name={names.starSign}>
            <Known value={person.starSign} />
          </Fact>
          <IdFact imdbId={imdbId} imdbUrl={imdbUrl} />
          <Fact name={names.actorActress}>
            <Known value={person.actorActress} />
          </Fact>
          {plain('birthname', person.birthname)}
          <Fact name={names.birthdate} origin={origins.of('birthdate')}>
            <DateWith date={birthdate} said={age === null ? null : words.age(age)} />
          </Fact>
          {plain('placeOfBirth', person.placeOfBirth)}
          <Fact name={names.dateOfDead} origin={origins.of('dateOfDead')}>
            <DateWith date={dateOfDead} said={last === null ? null : words.ageAtDeath(last)} />
          </Fact>
          {plain('placeOfDeath', person.placeOfDeath)}
          {plain('professions', person.professions.join(', '))}
          <Fact name={names.knownFor} origin={origins.of('knownFor')}>
            {person.knownFor.length === 0 && <Known value={null} />}
            <span className={styles.videos}>
              {person.knownFor.map((id) => (
                <RecordLink key={id} id={id}>
                  {id}
                </RecordLink>
              ))}
            </span>
          </Fact>
          <Fact name={names.inserted}>
            <TimeText iso={person.insertDate} />
          </Fact>
          <Fact name={names.updated}>
            <TimeText iso={lastUpdate} />
          </Fact>
          <Fact name={names.biography} origin={origins.of('biography')}>
            {biography === null ? <Known value={null} /> : <Truncate text={biography} at={CUT_AT} />}
          </Fact>
        </dl>
        <FieldsOrigin main={origins.main} />
      </div>
    </div>
  );
};
