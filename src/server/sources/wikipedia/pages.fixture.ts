import type { RequestListener } from 'node:http';
import { objectOf } from '../answer.ts';
import { wikidataAnswer } from '../wikidata/items.fixture.ts';

// Invented pages in the form of Wikipedia's, and the items that lead to them.

const LINKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Q11: { enwiki: 'Mill (film)', dewiki: 'Mühle (Film)', frwiki: 'Moulin', itwiki: 'Mulino', commonswiki: 'Mill' },
  Q1: { dewiki: 'Ada Roth' },
};

const page = (language: string, title: string, extract: string, type = 'standard') => ({
  ...{ type, title, lang: language, revision: '240000001', extract },
  content_urls: { desktop: { page: `https://${language}.wikipedia.example/wiki/${encodeURIComponent(title)}` } },
});

const PAGES = [
  page('en', 'Mill (film)', 'Mill is a film about flour.'),
  page('de', 'Mühle (Film)', 'Mühle ist ein Film über Mehl.'),
  page('fr', 'Moulin', 'Moulin peut désigner :', 'disambiguation'),
  page('de', 'Ada Roth', 'Ada Roth war eine Schauspielerin.'),
  page('en', 'Film', 'A film is a work of art.'),
];

/** An item with the links to its pages. */
const linked = (answer: unknown): unknown => {
  const { entities, ...rest } = objectOf(answer);
  if (entities === undefined) return answer;
  const items = Object.entries(objectOf(entities)).map(([id, item]) => {
    const links = Object.entries(LINKS[id] ?? {}).map(([site, title]) => [site, { site, title, badges: [] }]);
    return [id, { ...objectOf(item), sitelinks: Object.fromEntries(links) }];
  });
  return { ...rest, entities: Object.fromEntries(items) };
};

/** Answers as Wikidata does below the root, and as the Wikipedia of a language below its code. */
export const wikimediaAnswers: RequestListener = ({ url = '' }, response) => {
  const [, language, title = ''] = /^\/(\w+)\/api\/rest_v1\/page\/summary\/([^?/]+)\?redirect=false$/.exec(url) ?? [];
  if (language === undefined) return void response.end(JSON.stringify(linked(wikidataAnswer(url))));
  const found = PAGES.find(
    (one) => one.lang === language && one.title.replaceAll(' ', '_') === decodeURIComponent(title),
  );
  if (found === undefined) response.writeHead(404);
  response.end(JSON.stringify(found ?? { type: 'Internal error', title: 'Not found.' }));
};
