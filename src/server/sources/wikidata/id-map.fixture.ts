import type { RequestListener } from 'node:http';

/** What the query service knows: statements of properties, item by item. */
export type Statements = readonly (readonly [item: string, property: string, value: string])[];

const uri = (item: string) => ({ type: 'uri', value: `http://www.wikidata.org/entity/${item}` });
const literal = (value: string) => ({ type: 'literal', value });

/** Answers the questions that the map is read with, and nothing else. */
export const queryService =
  (statements: Statements): RequestListener =>
  ({ url = '' }, response) => {
    const query = new URL(url, 'http://127.0.0.1').searchParams.get('query') ?? '';
    const [, property, limit, offset] = /wdt:(P\d+) \?id \} LIMIT (\d+) OFFSET (\d+)/.exec(query) ?? [];
    if (property === undefined) {
      response.writeHead(400).end('no such question');
      return;
    }
    const page = statements
      .filter(([, said]) => said === property)
      .slice(Number(offset), Number(offset) + Number(limit));
    const bindings = page.flatMap(([item, , value]) => {
      const row = { item: uri(item), id: literal(value) };
      const known = statements.filter(([of, said]) => of === item && said === 'P345');
      if (!query.includes('?imdb')) return [row];
      return known.length === 0 ? [row] : known.map(([, , imdb]) => ({ ...row, imdb: literal(imdb) }));
    });
    response
      .setHeader('content-type', 'application/sparql-results+json')
      .end(JSON.stringify({ results: { bindings } }));
  };
