import { SITE_TEXTS, type SiteText } from '#contracts/site-texts.ts';
import { siteText } from '#contracts/status.api.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Configuration, Setting } from '#server/modules/configuration/configuration.service.ts';
import { typed } from '#server/modules/configuration/form.rules.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';

const LONGEST = 10_000;
const KEYS = { terms: 'SITE_TERMS', privacy: 'SITE_PRIVACY' } as const satisfies Record<SiteText, string>;

const page = typed(`a text of up to ${LONGEST.toLocaleString('en')} characters, or nothing`, (text) =>
  text.length <= LONGEST ? text : null,
);

export const SITE_SETTINGS: readonly Setting[] = [
  {
    key: KEYS.terms,
    value: '',
    description: 'The terms of use, plain or in Markdown, on a page that the footer leads to. Empty: there is none.',
    takes: page,
  },
  {
    key: KEYS.privacy,
    value: '',
    description: 'The privacy notice, plain or in Markdown, on a page that the footer leads to. Empty: there is none.',
    takes: page,
  },
];

type Texts = Pick<Configuration, 'text'>;

/** Which of the texts there are. */
export const textsThere = (configuration: Texts): readonly SiteText[] =>
  SITE_TEXTS.filter((name) => configuration.text(KEYS[name]).trim() !== '');

export const siteTextRoutes = (configuration: Texts): readonly Route[] => [
  route(siteText)(async ({ params }) => {
    const said = configuration.text(KEYS[params.text]).trim();
    if (said === '') throw failure('text_unknown');
    return data(said);
  }),
];
