import { describe, expect, it } from 'vitest';
import type { SourceName } from '#server/sources/source.ts';
import { createTerms, noticesOf, type TermsParts } from './terms.ts';

const termsOf = (provider: TermsParts['provider'], ...sources: SourceName[]) =>
  createTerms({
    provider,
    stats: { read: async () => ({ titles: 1, names: 0, images: 0, lastUpdate: null, sources }) },
  });

describe('the terms of the sources', () => {
  it('warn of those that forbid to take money for their data, while something is sold', async () => {
    const terms = termsOf('sandbox', 'sample', 'imdb-datasets', 'omdb', 'wikidata', 'editor');
    expect((await terms.unpaid()).map(({ source }) => source)).toEqual(['imdb-datasets', 'omdb']);
    expect(await terms.warning()).toBe(
      "payments are on, and these terms forbid to take money for the data: IMDb's non-commercial datasets (imdb-datasets), OMDb (omdb); leave them out of SOURCES_PUBLIC, set PAYMENT_PROVIDER to none, or agree with who owns the data",
    );
  });

  it('warn of nothing that may be sold, nor while nothing is sold', async () => {
    expect(await termsOf('paypal', 'sample', 'wikidata', 'bundle', 'editor').warning()).toBeNull();
    expect(await termsOf('none', 'tmdb').warning()).toBeNull();
  });

  it('give the notices that they demand', () => {
    expect(noticesOf(['sample', 'tmdb', 'editor', 'wikidata'])).toEqual([
      'This product uses the TMDB API but is not endorsed or certified by TMDB.',
    ]);
  });
});
