import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { productOn } from '#test/support/product-in-memory.ts';
import { browserAt } from './provider.fixture.ts';

/** Answers of a provider that are forged, replayed, stolen or meant for somebody else. */

const db = await testDatabase();
const [oidc, other] = [await startOidc(), await startOidc()];
const lines: string[] = [];
const product = await productOn(db, oidc.environment, { onLine: (line) => lines.push(line) });
afterAll(product.close);
beforeEach(async () => {
  await db.query('delete from tries');
  oidc.letIn({ sub: 'me', email: 'me@example.org', email_verified: true });
});
const browser = () => browserAt(product, oidc);
const sessions = async () => (await db.query('select from session')).rowCount;

/** Nobody comes in, and no account is made. */
const refuses = async (reason: string, work: () => Promise<{ code: number; reason: string }>) => {
  const before = await sessions();
  const { code, reason: found } = await work();
  expect([found, code >= 400]).toEqual([reason, true]);
  expect(await sessions()).toBe(before);
};
const now = () => Math.floor(Date.now() / 1_000);

describe('a token', () => {
  it.each([
    ['of another issuer', { iss: 'https://other.example' }],
    ['for another client', { aud: 'another' }],
    ['for several clients, given to another', { aud: ['films', 'another'], azp: 'another' }],
    ['of another sign-in', { nonce: 'x'.repeat(43) }],
    ['of no sign-in', { nonce: undefined }],
    ['that is over', { exp: now() - 120, iat: now() - 600 }],
    ['that never ends', { exp: undefined }],
    ['that is not valid yet', { nbf: now() + 600 }],
    ['of nobody', { sub: undefined }],
    ['of somebody without a name', { sub: '' }],
    ['of somebody with a name that never ends', { sub: 'x'.repeat(300) }],
  ])('%s is refused', (_what, claims) =>
    refuses('identity_refused', () => oidc.lying({ claims }, () => browser().signIn())),
  );

  it.each([
    ['with a signature of somebody else', () => oidc.forged],
    ['without a signature', () => oidc.unsigned],
    [
      'with a signature that is cut',
      () => (claims: object) => oidc.forged(claims as never).replace(/\.[^.]*$/, '.AAAA'),
    ],
    ['of three words', () => () => 'a.b.c'],
  ])('%s is refused', (_what, make) =>
    refuses('identity_refused', () => oidc.lying({ token: make() }, () => browser().signIn())),
  );

  it('without a signature is refused also where the provider says that it gives such', async () => {
    const discovery = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
    const token = oidc.unsigned;
    const lax = await oidc.lying({ discovery, token }, async () => {
      const fresh = await productOn(db, oidc.environment);
      const answer = await browserAt(fresh, oidc).signIn();
      await fresh.close();
      return answer;
    });
    expect(lax.reason).toBe('identity_refused');
  });
});

describe('an answer', () => {
  it('is good once, also at the same moment', async () => {
    const one = browser();
    const answer = await one.toProvider();
    const both = await Promise.all([one.finish(answer), one.finish(answer), one.finish(answer)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 403, 403]);
    await refuses('identity_flow', () => one.finish(answer));
  });

  it('of which the code was used already is refused', async () => {
    const one = browser();
    const [first, second] = [await one.toProvider(), await one.toProvider()];
    expect((await one.finish(first)).code).toBe(200);
    await refuses('identity_refused', () => one.finish({ ...second, code: first.code }));
  });

  it('is good in the browser that has asked for it only, and a thief does not use it up', async () => {
    const [victim, thief] = [browser(), browser()];
    const answer = await victim.toProvider();
    await refuses('identity_flow', () => thief.finish(answer));
    await thief.toProvider();
    await refuses('identity_flow', () => thief.finish(answer));
    expect((await victim.finish(answer)).code).toBe(200);
  });

  it('cannot be given to somebody else: the account of an attacker is entered by nobody', async () => {
    const [attacker, victim] = [browser(), browser()];
    const answer = await attacker.toProvider();
    const own = await victim.toProvider();
    await refuses('identity_flow', () => victim.finish(answer));
    // The code of the attacker with the state of the victim: it belongs to another challenge.
    await refuses('identity_refused', () => victim.finish({ ...own, code: answer.code }));
  });

  it('of another sign-in is known by its nonce where the provider does not look at the challenge', async () => {
    const [attacker, victim] = [browser(), browser()];
    const [answer, own] = [await attacker.toProvider(), await victim.toProvider()];
    await oidc.lying({ careless: true }, () =>
      refuses('identity_refused', () => victim.finish({ ...own, code: answer.code })),
    );
  });

  it.each([
    ['is of another provider', { iss: other.issuer }],
    ['does not say of which provider it is', { iss: undefined }],
    ['has no code', { code: undefined }],
    ['has a code that nobody gave', { code: 'x' }],
    ['says that it was refused', { error: 'access_denied', code: undefined }],
  ])('that %s is refused', (_what, more) =>
    refuses('error' in more ? 'identity_denied' : 'identity_refused', async () => {
      const one = browser();
      return one.finish({ ...(await one.toProvider()), ...more });
    }),
  );

  it.each(['s.made-up', 'l.made-up', ''])('of a way that nobody has begun is refused: %j', async (state) => {
    const one = browser();
    await one.toProvider();
    const { reason } = await one.finish({ state, code: 'x' });
    expect(reason).toBe(state === '' ? 'invalid_body' : 'identity_flow');
  });

  it('is too late after ten minutes', async () => {
    const one = browser();
    const answer = await one.toProvider();
    await db.query(`update sign_in_flow set ends_at = ends_at - interval '10 minutes'`);
    await refuses('identity_flow', () => one.finish(answer));
  });

  it('of what links an account signs nobody in, and the other way round', async () => {
    const session = await product.signIn('linker@example.org');
    const one = browser();
    const begun = await one.call('POST', 'user/identities', {}, session);
    await refuses('identity_flow', async () => one.finish(await one.bring(oidc.answerTo(begun.data.url))));
    const answer = await one.toProvider();
    expect((await one.call('PUT', 'user/identities', answer, session)).reason).toBe('identity_flow');
  });

  it('carries nothing onto the page but what belongs to it', async () => {
    const location = async (query: string) =>
      (await product.app.inject({ url: `/sign-in/return${query}` })).headers.location;
    expect(await location('?state=s.1&code=2&error_description=Call+us&x=y')).toBe(
      '/#/login?provider=state%3Ds.1%26code%3D2',
    );
    expect(await location('?state=l.1&iss=a')).toBe('/#/profile?provider=state%3Dl.1%26iss%3Da');
    expect(await location(`?state=s.1&code=${'x'.repeat(7_000)}`)).toBe('/#/login?provider=');
    expect(await location('')).toBe('/#/login?provider=');
  });

  it('is told to the log without code, token or address', async () => {
    const said = lines.join('\n');
    expect(said).toContain('refused: ');
    for (const secret of ['me@example.org', '"code":', 'eyJ', 'a secret nobody sees'])
      expect(said).not.toContain(secret);
  });
});

describe('a provider', () => {
  const fresh = async (work: (one: ReturnType<typeof browserAt>) => Promise<{ code: number; reason: string }>) => {
    const one = await productOn(db, oidc.environment);
    const found = await work(browserAt(one, oidc));
    await one.close();
    return [found.code, found.reason];
  };
  const AWAY = [503, 'identity_away'];

  it.each([
    ['is down', (_: unknown, response: { destroy: () => void }) => response.destroy()],
    ['fails', (_: unknown, response: import('node:http').ServerResponse) => void response.writeHead(500).end()],
    [
      'leads elsewhere',
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(302, { Location: other.issuer }).end(),
    ],
    [
      'never stops talking',
      (_: unknown, response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const more = () => response.write(Buffer.alloc(65_536, 'x')) && setImmediate(more);
        response.on('drain', more).on('close', () => response.removeListener('drain', more));
        more();
      },
    ],
    ['tells no JSON', (_: unknown, response: import('node:http').ServerResponse) => void response.end('<html>')],
  ] as const)('that %s is away, before and after somebody has gone there; passwords go on', async (_what, listener) => {
    const serve = listener as Parameters<typeof oidc.instead>[0];
    expect(await fresh((one) => oidc.instead(serve, () => one.call('POST', 'auth/provider', {})))).toEqual(AWAY);
    expect(
      await fresh(async (one) => {
        const answer = await one.toProvider();
        return oidc.instead(serve, () => one.finish(answer));
      }),
    ).toEqual(_what === 'tells no JSON' ? [403, 'identity_refused'] : AWAY);
    expect(await product.signIn(`local-${_what.replaceAll(' ', '-')}@example.org`)).toBeTruthy();
  });

  it('is asked again after it was away', async () => {
    const one = await productOn(db, oidc.environment);
    const at = browserAt(one, oidc);
    await oidc.instead(
      (_, response) => void response.destroy(),
      () => at.call('POST', 'auth/provider', {}),
    );
    expect((await at.signIn()).code).toBe(200);
    await one.close();
  });

  it('that calls itself otherwise, or sends its callers into a private network, is not asked', async () => {
    for (const discovery of [
      { issuer: 'https://other.example' },
      { token_endpoint: `${other.issuer}/token` },
      { jwks_uri: `${other.issuer}/jwks` },
      { token_endpoint: 'https://10.0.0.1/token' },
    ])
      expect(await fresh((one) => oidc.lying({ discovery }, () => one.signIn())), JSON.stringify(discovery)).toEqual(
        AWAY,
      );
    expect(other.asked).toEqual([]);
  });
});
