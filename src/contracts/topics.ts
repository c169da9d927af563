import { type Static, type TSchema, Type } from 'typebox';
import { Task, TaskProgress } from './task.ts';

/** Something that is told live over `/ws`, to administrators. Each message is JSON of one shape. Pages hear it by `useTopic`. */
export interface TopicShape {
  readonly destination: `/topic/${string}`;
  readonly summary: string;
  readonly message: TSchema;
  /** Where clients send an empty message to be told, on this topic and alone, how things stand. */
  readonly request?: `/app/${string}`;
}

export const topic = <const T extends TopicShape>(shape: T): T => shape;

export type Message<T extends TopicShape> = Static<T['message']>;

/** A task that was deleted, as it was. */
const Removed = Type.Object({ ...Task.properties, removed: Type.Literal(true) });

export const taskUpdate = topic({
  destination: '/topic/task/update',
  summary:
    'A task that was made or changed, or whose run goes on; it replaces the one with the same idTask. One that was deleted is told as it was, with `removed`.',
  message: Type.Union([Task, Removed]),
});

export const taskProgress = topic({
  destination: '/topic/task',
  summary: 'How far a run is; it replaces the one with the same idTask.',
  message: TaskProgress,
});

export const taskInProgress = topic({
  destination: '/topic/task/in-progress',
  summary: 'All runs of the live list.',
  message: Type.Array(TaskProgress),
  request: '/app/task/in-progress',
});

export const notificationsNews = topic({
  destination: '/topic/notifications',
  summary: 'There are other notifications, or others that were read: how many were not.',
  message: Type.Object({ unread: Type.Integer() }),
});

export const TOPICS = [taskUpdate, taskProgress, taskInProgress, notificationsNews] as const;
