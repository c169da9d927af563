import type { Pictures } from '#server/modules/catalog/picture.service.ts';
import type { Schedule } from '#server/platform/queue/schedule.ts';

interface Doers {
  readonly pictures: Pick<Pictures, 'sweep'>;
}

/**
 * What the product does without being asked, by one node at a time, and no task of it: the task IMAGES has no schedule
 * before somebody gives it one, and what nothing names goes all the same.
 */
export const schedulesOf = ({ pictures }: Doers): readonly Schedule[] => [
  { name: 'picture-sweep', every: 86_400, retries: 3, run: pictures.sweep },
];
