import type { RecordKind } from '#server/kernel/ids.ts';
import type { Answer } from '../answer.ts';
import { type ExternalId, isExternalId } from '../external-id.ts';
import type { Credential } from '../source.ts';
import { ownKeyOf } from './claims.ts';
import type { WikidataClient } from './client.ts';

export interface Read {
  readonly key: number;
  readonly item: Answer;
}

/** The item of a record, as long as it is one of ours; an id that nobody has is asked for nowhere. */
export const readOwn = async (
  { find, read }: WikidataClient,
  kind: RecordKind,
  asked: ExternalId,
  signal: AbortSignal,
  props = 'labels|aliases|claims',
): Promise<Read | null> => {
  const { site, id } = asked;
  if ((site !== 'imdb' && site !== 'wikidata') || !isExternalId(kind, asked)) return null;
  const at = site === 'wikidata' ? id : await find(id, signal);
  const item = at === null ? undefined : (await read([at], signal, props)).get(at);
  const key = site === 'imdb' ? Number(id.slice(2)) : ownKeyOf(kind, item);
  if (item === undefined || key === null) return null;
  return { key, item };
};

/** What has to be given before anybody at Wikimedia is asked. */
export const contactOf = (contact: string | undefined): Credential => ({
  name: 'WIKIDATA_CONTACT',
  description: 'An email address or a page by which Wikimedia reaches the operator of this installation.',
  required: true,
  given: contact !== undefined,
  secret: false,
});
