import type { ConfigurationChange } from '#contracts/configuration.api.ts';
import { configuration as words } from '#web/words/configuration.ts';

const FIELDS = ['key', 'value1', 'value2', 'description'] as const;

export interface Difference {
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
}

export const keyOfChange = ({ before, after }: ConfigurationChange): string => after?.key ?? before?.key ?? '';

/** What a change has changed, field by field; null is nothing. Empty where only what is hidden has changed. */
export const differenceOf = ({ before, after }: Pick<ConfigurationChange, 'before' | 'after'>): readonly Difference[] =>
  FIELDS.map((field) => ({
    label: words.fields[field],
    from: before?.[field] || null,
    to: after?.[field] || null,
  })).filter(({ from, to }) => from !== to);
