import { beforeAll, describe, expect, it } from 'vitest';
import { type ImageStore, keyOf, type Stored } from '#server/platform/images/store.ts';

/** An empty store. */
export interface StoreOnTrial {
  readonly store: ImageStore;
  /** Makes what it holds as old as 1970. */
  readonly age: (key: string) => void;
}

/** Everything that is there, by its keys. */
export const listed = async (store: ImageStore): Promise<Stored[]> => {
  const found: Stored[] = [];
  for await (const one of store.list()) found.push(one);
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
};

const bytes = Buffer.from('a picture');
const key = keyOf(bytes);

/** What every image store has to do. */
export const conformingStore = (name: string, open: () => StoreOnTrial): void => {
  describe(name, () => {
    let trial: StoreOnTrial;
    beforeAll(() => {
      trial = open();
    });

    it('is empty before the first picture comes', async () => {
      expect([await trial.store.get(key), await listed(trial.store)]).toEqual([null, []]);
      await trial.store.remove(key);
    });

    it('keeps what it is given until that is removed', async () => {
      const { store } = trial;
      await store.put(key, bytes);
      await store.put(key, bytes);
      expect(await store.get(key)).toEqual(bytes);
      expect(await listed(store)).toEqual([{ key, writtenAt: expect.any(Date) }]);
      await store.remove(key);
      expect([await store.get(key), await listed(store)]).toEqual([null, []]);
    });

    it('counts as new what is written again', async () => {
      const { store, age } = trial;
      await store.put(key, bytes);
      age(key);
      expect((await listed(store))[0]?.writtenAt.getTime()).toBe(0);
      await store.put(key, bytes);
      expect((await listed(store))[0]?.writtenAt.getTime()).toBeGreaterThan(1e12);
      await store.remove(key);
    });

    it('lists all that it holds', async () => {
      const { store } = trial;
      const all = Array.from({ length: 7 }, (_, at) => Buffer.from(`picture ${at}`));
      for (const one of all) await store.put(keyOf(one), one);
      expect((await listed(store)).map((one) => one.key)).toEqual(all.map(keyOf).sort());
      for (const one of all) await store.remove(keyOf(one));
      expect(await listed(store)).toEqual([]);
    });

    it('gives nothing that is not what its key says', async () => {
      const { store } = trial;
      await store.put(key, Buffer.from('half a pic'));
      expect(await store.get(key)).toBeNull();
      await store.remove(key);
    });

    it('takes keys only', async () => {
      await expect(trial.store.get('../../etc/passwd')).rejects.toThrow(/no key/);
    });
  });
};
