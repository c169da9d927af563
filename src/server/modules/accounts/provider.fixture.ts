import type { OidcFake } from '#test/support/oidc-fake.ts';
import { type ProductInMemory, TEST_URL } from '#test/support/product-in-memory.ts';

/** A browser that signs in by a provider: it keeps cookies, and brings back what the provider says. */
export const browserAt = ({ app }: ProductInMemory, oidc: OidcFake) => {
  const PATH = 'auth/provider';
  let cookie = '';
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, session?: string) => {
    const answer = await app.inject({
      ...{ method, url: `/api/${path}` },
      ...(payload && { payload }),
      headers: {
        ...(cookie && { cookie }),
        ...(session !== undefined && { authorization: `Bearer ${session}` }),
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
        host: 'evil.example',
      },
    });
    const set = answer.headers['set-cookie'];
    if (set) cookie = String(set).split(';')[0] ?? '';
    return { ...answer.json(), status: answer.statusCode, set };
  };
  /** What the page is given that the provider's answer leads to. */
  const bring = async (answer: URLSearchParams | string): Promise<Record<string, string>> => {
    const { headers } = await app.inject({ url: `/sign-in/return?${answer}` });
    const said = new URLSearchParams(String(headers.location).split('?')[1]).get('provider') ?? '';
    return Object.fromEntries(new URLSearchParams(said));
  };
  /** Goes to the provider and back, with what it says. */
  const toProvider = async (more: object = {}) => {
    const begun = await call('POST', PATH, more);
    if (begun.code !== 200) return begun;
    return bring(oidc.answerTo(begun.data.url));
  };
  return {
    call,
    bring,
    toProvider,
    finish: (answer: object) => call('PUT', PATH, answer),
    code: (state: string, code: string) => call('POST', `${PATH}/code`, { state, code }),
    signIn: async (more: object = {}) => {
      const answer = await toProvider(more);
      // What was not begun cannot be finished.
      return 'status' in answer ? answer : call('PUT', PATH, answer);
    },
    link: async (session: string, proof: object = {}) => {
      const begun = await call('POST', 'user/identities', proof, session);
      if (begun.code !== 200) return begun;
      return call('PUT', 'user/identities', await bring(oidc.answerTo(begun.data.url)), session);
    },
    cookie: () => cookie,
    takeCookie: (stolen: string): void => {
      cookie = stolen;
    },
  };
};

export const RETURN = `${TEST_URL}/sign-in/return`;
