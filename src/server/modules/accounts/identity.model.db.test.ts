import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { productOn } from '#test/support/product-in-memory.ts';
import { browserAt } from './provider.fixture.ts';

/** Sign-ins of a provider through random steps, against a plain model of who is whose. */

const db = await testDatabase();
const oidc = await startOidc();
const product = await productOn(db, oidc.environment);
afterAll(product.close);

const subject = fc.constantFrom('a', 'b', 'c');
const owner = fc.nat({ max: 1 });
const step = fc.oneof(
  fc.record({ what: fc.constant('link' as const), owner, subject }),
  fc.record({ what: fc.constant('unlink' as const), owner }),
  fc.record({ what: fc.constant('enter' as const), subject }),
  fc.record({ what: fc.constant('disable' as const), owner }),
  fc.record({ what: fc.constant('enable' as const), owner }),
);

let round = 0;
it('nobody comes into an account but by what is linked to it then', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      round += 1;
      await db.query('delete from tries');
      const browser = () => browserAt(product, oidc);
      const emails = [`model-${round}-0@example.org`, `model-${round}-1@example.org`];
      const sessions: string[] = [];
      for (const email of emails) sessions.push(await product.signIn(email));
      /** Whose a subject is, and who is let in. */
      const linked = new Map<string, number>();
      const disabled = [false, false];
      const letIn = (name: string): void =>
        oidc.letIn({ sub: `${round} ${name}`, email: emails[0], email_verified: true });

      for (const one of steps) {
        if (one.what === 'enter') {
          letIn(one.subject);
          const { code, reason, data } = await browser().signIn();
          const whose = linked.get(one.subject);
          // The address at the provider is always the one of the first account, which means nothing.
          if (whose === undefined) expect(reason).toBe('identity_unlinked');
          else if (disabled[whose]) expect(reason).toBe('account_disabled');
          else expect([code, data.session.email]).toEqual([200, emails[whose]]);
          continue;
        }
        const session = sessions[one.owner] ?? '';
        const email = emails[one.owner] ?? '';
        if (one.what === 'disable' || one.what === 'enable') {
          await product.accounts.setEnabled(email, one.what === 'enable');
          if (disabled[one.owner] !== (one.what === 'disable')) {
            disabled[one.owner] = one.what === 'disable';
            const payload = { email, password: 'a password' };
            const { data } = await browser().call('POST', 'auth/signin', payload);
            sessions[one.owner] = data?.token ?? '';
          }
        } else if (disabled[one.owner]) {
          expect((await browser().call('POST', 'user/identities', {}, session || 'none')).code).toBe(401);
        } else if (one.what === 'link') {
          letIn(one.subject);
          const { code, reason } = await browser().link(session);
          if ([...linked.values()].includes(one.owner)) expect(reason).toBe('identity_linked');
          else if (linked.has(one.subject)) expect(reason).toBe('identity_taken');
          else {
            expect(code).toBe(200);
            linked.set(one.subject, one.owner);
          }
        } else {
          const { data } = await browser().call('GET', 'user/identities', undefined, session);
          const mine = [...linked].find(([, whose]) => whose === one.owner)?.[0];
          expect(data.identities).toHaveLength(mine === undefined ? 0 : 1);
          if (mine === undefined) continue;
          const path = `user/identities/${data.identities[0].idIdentity}`;
          expect((await browser().call('DELETE', path, {}, session)).code).toBe(200);
          linked.delete(mine);
        }
      }
    }),
    { numRuns: 6, endOnFailure: true },
  ));
