import { describe, expect, it } from 'vitest';
import { userChange } from '#contracts/users.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { DatabaseSilent } from '#server/platform/db/away.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Call, type Route, VISITOR } from '#server/platform/http/route.ts';
import { recorded } from './recorded.ts';

const person = { sessionId: 's', email: 'chief@example.org', role: 'ADMIN', signedInAt: new Date(0) } as const;
const call = { caller: { ...VISITOR, accountId: 1, person }, ip: '192.0.2.1', requestId: 'r-1' } as unknown as Call;

/** A recorded call, the statuses with which its action was ended, and the way to let that be written down. */
const recordedCall = (handle: () => Promise<unknown>, presents: () => unknown = () => ({})) => {
  const written = Promise.withResolvers<void>();
  const statuses: number[] = [];
  const begin = async () => async (status: number) => {
    statuses.push(status);
    await written.promise;
  };
  const plain = { endpoint: userChange, handle: async () => data(await handle()) } as unknown as Route;
  const [route] = recorded([plain], { actions: { begin }, presents: { [userChange.name]: presents } });
  const work = Promise.resolve(route?.handle({ params: {}, query: {}, body: {} } as never, call));
  return { work, statuses, write: written.resolve };
};

describe('what an administrator does', () => {
  it('is answered once it is written down how it ended', async () => {
    const steps: string[] = [];
    const { work, statuses, write } = recordedCall(async () => ({ isValid: 1 }));
    const answered = work.then(() => steps.push('answered'));
    await expect.poll(() => statuses).toEqual([200]);
    steps.push('written');
    write();
    await answered;
    expect(steps).toEqual(['written', 'answered']);
  });

  it('is refused once that is written down', async () => {
    const { work, statuses, write } = recordedCall(() => Promise.reject(failure('user_unknown')));
    const refused = expect(work).rejects.toThrow();
    await expect.poll(() => statuses).toEqual([404]);
    write();
    await refused;
  });

  it('does not wait once more for a database that is away', async () => {
    const { work, statuses } = recordedCall(() => Promise.reject(new DatabaseSilent()));
    await expect(work).rejects.toThrow(DatabaseSilent);
    expect(statuses).toEqual([500]);
  });

  it('is answered when it is done and the database is away then', async () => {
    let asked = 0;
    const presents = () => {
      asked += 1;
      if (asked > 1) throw new DatabaseSilent();
      return {};
    };
    const { work, statuses } = recordedCall(async () => ({ isValid: 1 }), presents);
    expect(await work).toMatchObject({ as: 'data' });
    expect(statuses).toEqual([200]);
  });
});
