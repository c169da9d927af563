import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Degraded } from './health.api.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { SITE_TEXTS } from './site-texts.ts';

const common = { tag: 'The public site', method: 'GET', access: 'public' } as const;

export const STATUS_DAYS = 30;

/** QUIET: too little was asked to say anything. TROUBLED: from 1 % of failures on. FAILING: from 10 % on. */
const DAY_STATES = ['FINE', 'TROUBLED', 'FAILING', 'QUIET'] as const;
export type DayState = (typeof DAY_STATES)[number];

const figures = {
  state: Type.Enum([...DAY_STATES]),
  p95: maybe(Type.Number({ description: 'Milliseconds in which 95 of 100 calls with a token were answered.' })),
  failed: maybe(Type.Number({ description: 'Share of requests that failed by a fault of the server, 0 to 1.' })),
};

export const StatusDay = Type.Object(
  { date: Type.String({ format: 'date', description: 'A UTC day.' }), ...figures },
  { $id: 'StatusDay' },
);
export type StatusDay = Static<typeof StatusDay>;

export const Status = Type.Object(
  {
    status: Type.Literal('UP'),
    degraded: Type.Array(Degraded),
    asOf: Moment,
    ...figures,
    days: Type.Array(StatusDay, {
      minItems: STATUS_DAYS,
      maxItems: STATUS_DAYS,
      description: 'The oldest first, today last.',
    }),
  },
  { $id: 'Status' },
);
export type Status = Static<typeof Status>;

export const status = endpoint({
  ...common,
  name: 'public_status',
  path: '/api/public/status',
  summary: 'How the service is and has been, by its own audit',
  description: `\`p95\` and \`failed\` beside \`status\` are those of all ${STATUS_DAYS} days. Of busy hours the latest requests stand for all. 503 when the service cannot answer. Read anew once a minute.`,
  reply: Status,
  errors: ['too_many_tries'],
});

export const siteText = endpoint({
  ...common,
  name: 'public_text',
  path: '/api/public/text/:text',
  summary: 'What the operator says of terms or privacy',
  description: 'Plain text, or the simple part of Markdown that the site shows. `public/stats` says which there are.',
  params: Type.Object({ text: Type.Enum([...SITE_TEXTS]) }),
  reply: Type.String(),
  errors: ['invalid_parameter', 'text_unknown', 'too_many_tries'],
});
