import { beforeEach, expect, it } from 'vitest';
import { taskUpdate } from '#contracts/topics.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import { testDatabase } from '#test/support/database.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';

const db = await testDatabase();
const { tasks, createLive } = enginesOn(db)(heldTypes('RATINGS').types);
beforeEach(() => db.query('truncate task cascade'));

/** What is told of tasks, as often as somebody says that something has changed. */
const listening = () => {
  const told: unknown[] = [];
  let isHeard = true;
  const hub: Hub = {
    isHeard: (topic) => isHeard && topic === taskUpdate,
    publish: (_, message) => void (isHeard && told.push(message)),
    onRequest: () => {},
  };
  const live = createLive(hub);
  return {
    listen: (on: boolean): void => {
      isHeard = on;
    },
    news: async (): Promise<unknown[]> => {
      live.changed();
      await live.idle();
      return told.splice(0);
    },
  };
};

it('tells what is made and changed, also of tasks whose parent has another name', async () => {
  const { news } = listening();
  const parent = await tasks.create({ name: 'one', task: 'RATINGS' });
  expect(await news()).toEqual([]);
  const child = await tasks.create({ name: 'two', task: 'RATINGS', parentTaskName: 'one' });
  expect(await news()).toEqual([child]);
  const renamed = await tasks.save(parent.idTask, { ...parent, name: 'first' });
  expect(await news()).toEqual([renamed, { ...child, parentTaskName: 'first' }]);
  expect(await news()).toEqual([]);
});

it('tells a task that is deleted as it was, also where it was made or changed while nobody heard', async () => {
  const { news, listen } = listening();
  await tasks.create({ name: 'old', task: 'RATINGS' });
  await news();
  listen(false);
  const made = await tasks.create({ name: 'new', task: 'RATINGS', arguments: '--text=a' });
  await news();
  const task = await tasks.save(made.idTask, { ...made, arguments: '--text=b' });
  await news();
  listen(true);
  await tasks.remove(made.idTask);
  expect(await news()).toEqual([{ ...task, removed: true }]);
  expect(await news()).toEqual([]);
});
