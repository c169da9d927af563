import { Autocomplete } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { type Ref, useRef, useState } from 'react';
import type { Reply } from '#contracts/endpoint.ts';
import { recordSuggest } from '#contracts/lookup.api.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import kit from '#web/ui/kit.module.css';
import { typedId } from '../../lib/typed-id.ts';
import styles from './form.module.css';
import type { RecordKind } from './record-search.ts';

const LEAST = 2;
const PAUSE_MS = 150;
const LONGEST = 200;

export type Hit = Reply<typeof recordSuggest>[number];

const labelOf = ({ title, name, imdbId }: Hit): string => title ?? name ?? imdbId;

interface Props {
  readonly kind: RecordKind;
  readonly name?: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly value: string;
  readonly error?: string | undefined;
  readonly maxLength?: number;
  readonly className?: string | undefined;
  /** The input of a form that it is. */
  readonly path?: string;
  /** The dialog begins at it. */
  readonly 'data-autofocus'?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onType: (value: string) => void;
  readonly onChoose: (hit: Hit) => void;
}

/** A field for the id of a record, which suggests records that begin like what is typed. */
export const RecordSuggest = ({ kind, value, path, onType, onChoose, maxLength = 2_000, ...input }: Props) => {
  const [typing, setTyping] = useState(false);
  const chosen = useRef<string>(null);
  const [text] = useDebouncedValue(value.trim(), PAUSE_MS);
  const asks = typing && text.length >= LEAST && typedId(text) === null;
  const { data, isFetching } = useCall(
    recordSuggest,
    { query: { q: text.slice(0, LONGEST), kind } },
    { ...keepRows, enabled: asks },
  );
  const hits = asks ? (data?.data ?? []) : [];
  return (
    <Autocomplete
      {...input}
      value={value}
      data-path={path}
      maxLength={maxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-busy={isFetching}
      data={hits.map((hit) => ({ value: hit.imdbId, label: labelOf(hit) }))}
      // The server has chosen already.
      filter={({ options }) => options}
      classNames={{ options: kit.choices ?? '' }}
      withScrollArea={false}
      comboboxProps={{ shadow: 'md' }}
      // A list without entries would be what Escape closes, instead of the dialog around it.
      openOnFocus={false}
      renderOption={({ option }) => {
        const hit = hits.find(({ imdbId }) => imdbId === option.value);
        return (
          <span className={styles.option}>
            <bdi>
              {hit?.title ?? hit?.name}
              {hit?.year != null && ` (${hit.year})`}
              {hit?.series && <span className={kit.muted}> {hit.series.title}</span>}
            </bdi>
            <code>{option.value}</code>
          </span>
        );
      }}
      onChange={(next) => {
        // What is chosen is also told as typed, by its title.
        const isTitle = next === chosen.current;
        chosen.current = null;
        if (isTitle) return;
        setTyping(true);
        onType(next);
      }}
      onOptionSubmit={(id) => {
        const hit = hits.find(({ imdbId }) => imdbId === id);
        setTyping(false);
        if (!hit) return;
        chosen.current = labelOf(hit);
        onChoose(hit);
      }}
    />
  );
};
