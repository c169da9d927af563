/** A language, with a script and a region where they are said. All that fits can be read by `Intl`. */
const FORM = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/** A language tag in its usual form (`pt-br` is `pt-BR`); null where it cannot be read. */
export const languageTag = (text: string): string | null => (FORM.test(text) ? new Intl.Locale(text).toString() : null);
