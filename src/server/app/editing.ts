import { ownIdsOf, patienceOf, prioritiesOf } from '#server/modules/catalog/catalog.config.ts';
import { createBundleReader } from '#server/modules/catalog/editor/bundle.reader.ts';
import { createChecks } from '#server/modules/catalog/editor/check.service.ts';
import { createEditor } from '#server/modules/catalog/editor/editor.service.ts';
import { createRecordParts } from '#server/modules/catalog/editor/parts.service.ts';
import { createPictureEditing } from '#server/modules/catalog/editor/picture.service.ts';
import { createFetching } from '#server/modules/catalog/fetch/fetch.service.ts';
import { createPictureFetching } from '#server/modules/catalog/fetch/picture.service.ts';
import { rememberFailed } from '#server/modules/catalog/manual/manual.service.ts';
import type { Pictures } from '#server/modules/catalog/picture.service.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import { allOf, type Visibility } from '#server/modules/catalog/visibility.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import { readDocumentStates } from '#server/modules/search/document.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Source } from '#server/sources/source.ts';
import { followRecords } from './import.ts';
import type { People } from './people.ts';
import { tellSources } from './source-notice.ts';

interface Parts {
  readonly db: Database;
  readonly configuration: Configuration;
  readonly visibility: () => Visibility;
  readonly accounts: Pick<People['accounts'], 'emailsOf'>;
  readonly sources: readonly Source[];
  readonly pictures: Pictures;
  readonly now: () => Date;
  readonly log: Log;
}

/** What administrators do with the records of the catalogue. */
export const createEditing = ({ db, configuration, visibility, accounts, sources, pictures, now, log }: Parts) => {
  const refreshDays = Object.fromEntries(sources.map(({ name, freshness }) => [name, freshness.days]));
  const checks = createChecks({ db, follow: followRecords, documentsOf: readDocumentStates, refreshDays });
  const records = createRecords({ db, visibility: allOf(visibility), onWanted: () => {} });
  const firstOwnId = ownIdsOf(configuration);
  const priorities = prioritiesOf(configuration);
  const bundles = createBundleReader();
  const editor = createEditor({
    ...{ db, follow: followRecords, firstOwnId, priorities, pictures, now },
    readBundle: bundles.read,
    callsOf: accounts.emailsOf,
  });
  const parts = createRecordParts({ db, callsOf: accounts.emailsOf, records, checks });
  const limit = patienceOf(configuration);
  const fetching = createFetching({
    ...{ db, follow: followRecords, priorities, parts, limit, log },
    sources: sources.map(pictures.pictured),
    onFailed: rememberFailed(db),
    onAsked: tellSources({ db, log }),
  });
  const close = async (): Promise<void> => {
    fetching.stop();
    await bundles.close();
  };
  const pictureFetching = createPictureFetching({ db, follow: followRecords, priorities, limit, sources, pictures });
  const given = createPictureEditing({ db, pictures, follow: followRecords });
  return { editor, checks, parts, pictures: given, download: fetching.store, fetching, pictureFetching, close };
};

export type CatalogueEditing = ReturnType<typeof createEditing>;
