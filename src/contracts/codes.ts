// Codes as the catalogue keeps them and filters take them. Which there are is the sources'; names, and the three letters
// of ISO 3166, are never among them.

/** Of a country: two letters, or IMDb's own and those of countries that are no more. */
export const COUNTRY_FORM = '^(?:[A-Za-z]{2}|[Xx][A-Za-z]{2}|[A-Za-z]{4})$';
export const COUNTRY_CODES = 'US, XWG or SUHH';

/** Of a language: two or three letters, with what narrows it down behind hyphens. */
export const LANGUAGE_FORM = '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$';
export const LANGUAGE_CODES = 'en, cmn or pt-BR';
