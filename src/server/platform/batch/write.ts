import type { Batch, Group } from './rows.ts';

export interface Writing<Row> {
  /**
   * Writes rows in their order, all or nothing. Doubtful ones may have been written already, by an attempt whose answer got
   * lost: then they must not be written again.
   */
  readonly write: (rows: Group<Row>, doubtful: boolean) => Promise<void>;
  /** Whether a row is at fault for an error of `write`, so that trying again is no use. */
  readonly isRefusal: (error: unknown) => boolean;
}

/**
 * Writes the first group of a batch. Where it is refused it is parted in two, until the row at fault stands alone; that one
 * is left out. Rejects when no row is at fault; the batch is then as it was.
 */
export const writeGroup = async <Row>(
  batch: Batch<Row>,
  { write, isRefusal }: Writing<Row>,
  onRefused: (row: Group<Row>, error: unknown) => void,
): Promise<void> => {
  const [group = [], ...others] = batch.groups;
  try {
    await write(group, batch.doubtful);
    batch.groups = others;
  } catch (error) {
    if (!isRefusal(error)) {
      batch.doubtful = true;
      throw error;
    }
    const middle = Math.ceil(group.length / 2);
    if (group.length > 1) batch.groups = [group.slice(0, middle), group.slice(middle), ...others];
    else {
      onRefused(group, error);
      batch.groups = others;
    }
  }
  batch.doubtful = false;
};
