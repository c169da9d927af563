import type { RecordKind } from '#server/kernel/ids.ts';
import { workOffThread } from '#server/platform/thread.ts';
import { readBundle } from './bundle.rules.ts';

/** What is read off the thread that answers requests: a large bundle takes some 200 ms. */
workOffThread(({ kind, file }: { readonly kind: RecordKind; readonly file: Uint8Array }) => readBundle(kind, file));
