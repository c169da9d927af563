import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import { records as words } from '#web/words/records.ts';

const CUT_AT = 200;

/** A value of any field or part, as far as it can be told in a line. */
export const ValueText = ({ value }: { readonly value: unknown }) => {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className={kit.muted}>{words.fetch.empty}</span>;
  const isPlain = typeof value !== 'object' || (Array.isArray(value) && value.every((one) => typeof one !== 'object'));
  const text = isPlain ? (Array.isArray(value) ? value.join(', ') : String(value)) : JSON.stringify(value);
  return (
    <bdi className={isPlain ? undefined : kit.codeCell}>
      <Truncate text={text} at={CUT_AT} />
    </bdi>
  );
};
