/** Texts of the operator that have a page of their own. Apart from their endpoint: the first page loads them. */
export const SITE_TEXTS = ['terms', 'privacy'] as const;
export type SiteText = (typeof SITE_TEXTS)[number];
