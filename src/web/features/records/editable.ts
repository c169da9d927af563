import { RECORD_TABS, type RecordKind, type RecordTab } from './record-search.ts';

/** The fields of a record that have no tab of their own, in the order of the Info tab. */
export const INFO_FIELDS = {
  movie: [
    'title',
    'originalTitle',
    'type',
    'year',
    'endYear',
    'runtime',
    'releaseDate',
    'metascore',
    'rated',
    'rating',
    'votes',
    'adult',
    'place',
    'simplePlot',
    'plot',
  ],
  name: [
    'name',
    'uniqueName',
    'height',
    'starMeter',
    'birthname',
    'birthdate',
    'placeOfBirth',
    'dateOfDead',
    'placeOfDeath',
    'professions',
    'knownFor',
    'biography',
  ],
} as const;

/** What follows from other records, or is no part of one. */
const NOT_WRITTEN: readonly RecordTab[] = ['seasons', 'filmography', 'metadata', 'history'];
const WRITTEN_AS: Partial<Record<RecordTab, string>> = { similarMovies: 'similar-movies', tradeMarks: 'trade-marks' };

/** The fields or the part that a tab shows, by the names that they are edited under; none where it cannot be edited. */
export const partsOf = (kind: RecordKind, tab: RecordTab): readonly string[] => {
  if (tab === 'info') return INFO_FIELDS[kind];
  const isOfKind = (RECORD_TABS[kind] as readonly RecordTab[]).includes(tab);
  return isOfKind && !NOT_WRITTEN.includes(tab) ? [WRITTEN_AS[tab] ?? tab] : [];
};
