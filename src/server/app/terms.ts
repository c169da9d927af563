import { unpaidSources } from '#contracts/terms.api.ts';
import type { PaymentSettings } from '#server/modules/billing/billing.config.ts';
import type { CatalogueStats } from '#server/modules/catalog/stats.service.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { LICENCES } from '#server/sources/licences.ts';
import type { Licence, SourceName } from '#server/sources/source.ts';

const licenceOf = (source: SourceName): Licence | undefined =>
  source === 'bundle' || source === 'editor' ? undefined : LICENCES[source];

/** The words that have to stand where data of these sources is shown. */
export const noticesOf = (sources: readonly SourceName[]): readonly string[] =>
  sources.flatMap((source) => licenceOf(source)?.notice ?? []);

export interface TermsParts {
  readonly stats: Pick<CatalogueStats, 'read'>;
  readonly provider: PaymentSettings['provider'];
}

/** What the terms of the sources say about taking money for their data. */
export const createTerms = ({ stats, provider }: TermsParts) => {
  /** The published sources that forbid it; none while nothing is sold. */
  const unpaid = async () => {
    const { sources } = provider === 'none' ? { sources: [] } : await stats.read();
    return sources.flatMap((source) => {
      const licence = licenceOf(source);
      if (licence === undefined || licence.paidServing || licence.url === null) return [];
      const { data: what, terms, url } = licence;
      return [{ source, data: what, terms, url }];
    });
  };
  return {
    unpaid,
    /** The same as a sentence for the log; null when all is well. */
    warning: async (): Promise<string | null> => {
      const found = await unpaid();
      if (found.length === 0) return null;
      const names = found.map(({ source, data: what }) => `${what} (${source})`).join(', ');
      return `payments are on, and these terms forbid to take money for the data: ${names}; leave them out of SOURCES_PUBLIC, set PAYMENT_PROVIDER to none, or agree with who owns the data`;
    },
  };
};

export type Terms = ReturnType<typeof createTerms>;

export const termsRoutes = ({ unpaid }: Terms): readonly Route[] => [
  route(unpaidSources)(async () => data(await unpaid())),
];
