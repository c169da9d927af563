import { BUNDLE_FORMAT, BUNDLES, type Bundle, type BundlePicture } from '#contracts/bundle.ts';
import type { TitleType } from '#contracts/catalog.ts';
import { ACTOR_ROLE, CREW_TYPES, crewRole } from '#contracts/crew.ts';
import { failure } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import { inputCheck } from '#server/platform/http/input.ts';
import { parseJson } from '#server/platform/http/json-body.ts';
import { type ExternalId, isExternalId, SITES } from '#server/sources/external-id.ts';
import type { PictureName, ToldTitle } from '#server/sources/record.ts';
import type { HeldTitle } from '../apply.store.ts';
import type { Credit } from '../credit.rules.ts';
import type { EpisodeRow } from './bundle.store.ts';
import { type Names, PICTURE_PART, writtenRecord } from './written.rules.ts';

/** Values that a bundle holds at most: some 6,000 credits. More would keep the reader too long. */
const MOST_VALUES = 45_000;

const CHECKS = { movie: inputCheck(BUNDLES.movie, 'body'), name: inputCheck(BUNDLES.name, 'body') } as const;

/**
 * Reads a bundle of this kind from its file, JSON in UTF-8. Throws `invalid_body` naming what is wrong, `malformed_id` for an
 * id of the other kind.
 */
export const readBundle = (kind: RecordKind, file: Uint8Array): Bundle => {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('utf8');
  const checked = CHECKS[kind](parseJson(text, MOST_VALUES));
  if ('error' in checked) throw checked.error;
  const bundle = checked.value as Bundle;
  const refused = (field: string, message: string) =>
    failure('invalid_body', `${field} ${message}`, { details: [{ field, message }] });
  if (requireId(kind, bundle.imdbId).canonical !== bundle.imdbId) throw refused('imdbId', 'is padded too far');
  for (const [at, { site: named, id }] of (bundle.ids ?? []).entries()) {
    const site = SITES.find((one) => one === named);
    if (site === undefined) throw refused(`ids.${at}`, `is of no site that is known: ${SITES.join(', ')}`);
    if (!isExternalId(kind, { site, id })) throw refused(`ids.${at}`, 'is no id of that site');
    if (site === 'imdb' && id !== bundle.imdbId)
      throw refused(`ids.${at}`, `is of another record than ${bundle.imdbId}`);
  }
  return bundle;
};

/** A record that was merged into another one, as the history keeps it. */
export interface MergedBundle extends Bundle {
  /** What the other one was credited with where both stood. */
  readonly own?: Bundle['credits'];
}

interface Parts {
  readonly held: HeldTitle;
  readonly names: Names;
  readonly episodes: readonly EpisodeRow[];
  readonly credits: readonly Credit[];
  readonly ids: readonly ExternalId[];
  readonly now: Date;
}

const bundledPicture = (name: PictureName | null): BundlePicture | null =>
  name === null || name === 'drawn' ? name : { id: name };

/** The name that a bundle's picture has in the catalogue. */
export const pictureNamed = (picture: BundlePicture | null): PictureName | null =>
  picture === null || picture === 'drawn' ? picture : picture.id;

/** Credits as a bundle has them. */
export const bundledCredits = (credits: readonly Credit[]): NonNullable<Bundle['credits']> =>
  credits.map(({ title, role, ordering, main, characters, job, remark }) => ({
    imdbId: imdbId('movie', title),
    type: CREW_TYPES[role - 1] ?? 'ACTOR',
    ...{ ordering, main, characters: [...(characters ?? [])], job, remark },
  }));

/** A record as a bundle. */
export const bundleOf = (
  { kind, canonical }: ParsedId,
  { held, names, episodes, credits, ids, now }: Parts,
): Bundle => ({
  format: BUNDLE_FORMAT,
  exported: now.toISOString(),
  source: held.source,
  imdbId: canonical,
  ...writtenRecord(kind, held, names),
  picture: bundledPicture((held.fields[PICTURE_PART[kind]] ?? null) as PictureName | null),
  ids: ids.map(({ site, id }) => ({ site, id })),
  ...(episodes.length > 0 && {
    episodes: episodes.map(({ id, season, number, type, title, year, release_date }) => ({
      imdbId: imdbId('movie', id),
      place: { season, episode: number },
      type: type as TitleType,
      title,
      year,
      releaseDate: release_date,
    })),
  }),
  ...(credits.length > 0 && { credits: bundledCredits(credits) }),
});

/** A bundle's credits as rows. */
export const creditsIn = ({ credits = [] }: Pick<Bundle, 'credits'>): Credit[] =>
  credits.map(({ imdbId: id, type, characters, ...credit }) => ({
    title: requireId('movie', id).key,
    role: type === 'ACTOR' ? ACTOR_ROLE : crewRole(type),
    ...credit,
    characters: characters.length > 0 ? characters : null,
  }));

/** What a bundle's series tells of its episodes: where they stand, and of those that are not `known` what they are. */
export const toldEpisodes = (series: number, { episodes = [] }: Bundle, known: (key: number) => boolean): ToldTitle[] =>
  episodes.map(({ imdbId: id, place, type, title, year, releaseDate }) => {
    const key = requireId('movie', id).key;
    const episode = { series, season: place.season, number: place.episode };
    return known(key) ? { id: key, episode } : { id: key, episode, type, title, year, releaseDate };
  });
