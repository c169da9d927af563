import { type Answer, bytes } from '#server/platform/http/answer.ts';
import { JSON_TYPE } from '#server/platform/http/render.ts';

/** The same address has the same answer until the catalogue changes. */
export const cached = { cached: true } as const;

/** A body as it is. */
export const answered = (body: object, headers?: Readonly<Record<string, string>>): Answer =>
  bytes(Buffer.from(JSON.stringify(body)), JSON_TYPE, headers);

/** The day of a moment, UTC. */
export const dayIn = (moment: Date): string => moment.toISOString().slice(0, 10);
