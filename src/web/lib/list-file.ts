import { EXPORT_TYPES, exportName, type ListExport } from '#contracts/list-export.ts';
import { askFile } from './ask-file.ts';
import type { AnyInput } from './call-rules.ts';
import { type Pouring, type Progress, pour } from './pour.ts';
import { type Bytes, canSave, diskSink, heldSink } from './sink.ts';

interface Asked extends Pouring {
  /** There may be much: it is written to the disk at once where the browser can. */
  readonly isLarge: boolean;
}

/**
 * Saves a list as a file while it comes in: on the disk, where there is much and the browser can, else with the browser,
 * which downloads it when it is whole. Null: somebody has thought better of it. Rejects with CallFailed where it does not
 * begin, and with what `pour` rejects with; nothing is a file then.
 */
export const saveListFile = async (
  exported: ListExport<never>,
  input: AnyInput,
  { format, isLarge, ...pouring }: Asked,
): Promise<(Progress & { readonly name: string }) | null> => {
  const name = exportName(exported, input.params ?? {}, new Date(), format);
  // First, since browsers open the question only in answer to a press.
  const sink = isLarge && canSave() ? await diskSink(name) : heldSink(name, EXPORT_TYPES[format]);
  if (sink === null) return null;
  const query = { ...input.query, format };
  const answer = await askFile(exported, { ...input, query }, pouring.signal).catch(async (error: unknown) => {
    await sink.drop();
    throw error;
  });
  const progress = await pour(answer.body as ReadableStream<Bytes>, sink, { format, ...pouring });
  return { ...progress, name };
};
