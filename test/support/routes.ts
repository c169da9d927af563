import type { APIResponse, CDPSession, Page, Request, Route } from 'playwright-core';

/**
 * Answers of a test in the place of the product's: `page.route` by the browser's own means, which takes what a test asks
 * for and no more. Playwright's switches the cache off and has every file of a page pass through the test, which
 * takes the processor twice as long for the same page.
 */

type Matched = string | RegExp;
type Handler = (route: Route, request: Request) => unknown;

interface Answer {
  readonly response?: APIResponse;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly json?: unknown;
  readonly body?: string | Buffer;
}

/** Scripts, styles and pictures may come from the memory of the page before, where only Playwright's routes stand in between. */
const isKept = (url: Matched): boolean => typeof url === 'string' && /\/(?:assets|image)\/|^\*\*\/\*$/.test(url);

/** As the browser writes it: a little more than `url`, which is looked at again. */
const pattern = (url: Matched): string => (typeof url === 'string' ? url.replaceAll(/\*+/g, '*') : '*/api/*');

const expression = (url: Matched): RegExp => {
  if (typeof url !== 'string') return url;
  const parts = url.split(/(\*+)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
};

/** What was true of the bytes that came, and is not of what the test gives instead. */
const OF_BYTES = ['content-encoding', 'content-length', 'transfer-encoding'];

const headersOf = ({ response, headers, contentType, json }: Answer): { name: string; value: string }[] => {
  const type = contentType ?? (json === undefined ? undefined : 'application/json');
  const all = { ...(headers ?? response?.headers()), ...(type !== undefined && { 'content-type': type }) };
  return Object.entries(all).flatMap(([name, value]) =>
    OF_BYTES.includes(name.toLowerCase()) ? [] : [{ name, value }],
  );
};

const bodyOf = async ({ response, json, body }: Answer): Promise<Buffer> =>
  Buffer.from(json === undefined ? (body ?? (await response?.body()) ?? '') : JSON.stringify(json));

/** Has `page.route` and what takes it back go by this session of the page's. */
export const routeBy = (page: Page, cdp: CDPSession): void => {
  const routes: { readonly url: Matched; readonly asked: RegExp; readonly handler: Handler }[] = [];
  const listen = async (): Promise<void> => {
    if (routes.length === 0) await cdp.send('Fetch.disable');
    else await cdp.send('Fetch.enable', { patterns: routes.map(({ url }) => ({ urlPattern: pattern(url) })) });
  };

  cdp.on('Fetch.requestPaused', ({ requestId, request: { url, method, headers, postData } }) => {
    const tell = async (...told: Parameters<CDPSession['send']>): Promise<void> => {
      // The page may have gone on to another address meanwhile, and its question with it.
      await cdp.send(...told).catch(() => undefined);
    };
    const asked = { url: () => url, method: () => method, postDataJSON: () => JSON.parse(postData ?? 'null') };
    const matching = routes.filter((one) => one.asked.test(url));
    // The last one that was made is asked first.
    const next = (): unknown => {
      const handler = matching.pop()?.handler;
      const go = (): Promise<void> => tell('Fetch.continueRequest', { requestId });
      if (handler === undefined) return go();
      const route = {
        request: () => asked,
        continue: go,
        fallback: async () => next(),
        abort: () => tell('Fetch.failRequest', { requestId, errorReason: 'Failed' }),
        fetch: () => page.request.fetch(url, { method, headers, ...(postData !== undefined && { data: postData }) }),
        fulfill: async (answer: Answer) =>
          tell('Fetch.fulfillRequest', {
            requestId,
            responseCode: answer.status ?? answer.response?.status() ?? 200,
            responseHeaders: headersOf(answer),
            body: (await bodyOf(answer)).toString('base64'),
          }),
      };
      return handler(route as unknown as Route, asked as unknown as Request);
    };
    next();
  });

  const theirs = {
    route: page.route.bind(page),
    unroute: page.unroute.bind(page),
    unrouteAll: page.unrouteAll.bind(page),
  };
  page.route = (async (url: Matched, handler: Handler) => {
    if (isKept(url)) return theirs.route(url, handler);
    routes.push({ url, asked: expression(url), handler });
    await listen();
  }) as Page['route'];
  page.unroute = (async (url: Matched) => {
    if (isKept(url)) return theirs.unroute(url);
    routes.splice(0, routes.length, ...routes.filter((one) => one.url !== url));
    await listen();
  }) as Page['unroute'];
  page.unrouteAll = async () => {
    routes.length = 0;
    await listen();
    await theirs.unrouteAll();
  };
};
