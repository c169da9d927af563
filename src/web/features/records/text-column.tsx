import { Truncate } from '#web/ui/Truncate.tsx';
import type { Column } from '#web/ui/table-types.ts';

/** Plot and biography are cut at so many characters; so is what else may be long. */
export const CUT_AT = 500;

interface TextColumn<T> {
  readonly key: string;
  readonly head: string;
  readonly least?: number;
  readonly grows?: boolean;
  readonly priority?: number;
  readonly text: (row: T) => string | number | null | undefined;
}

/** A column of plain text, cut where it is long. */
export const text = <T,>({ text: of, least = 140, ...column }: TextColumn<T>): Column<T> => ({
  ...column,
  least,
  cell: (row) => {
    const value = of(row);
    if (value === null || value === undefined || value === '') return <span>–</span>;
    return (
      <bdi>
        <Truncate text={String(value)} at={CUT_AT} />
      </bdi>
    );
  },
});
