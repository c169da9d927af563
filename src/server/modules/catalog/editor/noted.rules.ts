import { isDeepStrictEqual } from 'node:util';
import type { RecordKind } from '#server/kernel/ids.ts';
import { isEmpty } from '../merge.rules.ts';
import { partNames, partValue } from './edit.rules.ts';
import type { Written } from './written.rules.ts';

/** The fields and parts of a record that are not what they were; `before` is null for one that was not there. */
export const changedParts = (kind: RecordKind, before: Written | null, after: Written): readonly string[] =>
  partNames(kind).filter((part) => {
    const from = before && partValue(kind, before, part);
    const to = partValue(kind, after, part);
    return !isDeepStrictEqual(from, to) && !(isEmpty(from) && isEmpty(to));
  });
