import { TITLE_TYPES } from '#contracts/catalog.ts';
import { CREW_TYPES } from '#contracts/crew.ts';
import { REASONS } from '#contracts/errors.ts';
import { MAX_BATCH } from '#contracts/feed.api.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { callName, callText, givesOf, isOfClient, kindsOf } from './calls.ts';
import { comment, createTypes, indented } from './types.ts';

const MADE =
  '// Made by scripts/make-client.ts from the descriptors in src/contracts: change those, and make it anew.\n';

/** The types of the client: what calls are given and give, and the calls themselves. */
const typesFile = (): string => {
  const types = createTypes({ TitleType: TITLE_TYPES, CrewType: CREW_TYPES, Reason: Object.keys(REASONS) });
  const calls = ENDPOINTS.filter(isOfClient).map((shape) => callText(shape, types));
  const [titleType, crewType] = types.unions();
  const reasons = Object.entries(REASONS).map(([reason, [, meaning]]) => `${comment(meaning)}| '${reason}'`);
  return [
    MADE,
    "import type { Call, FeedOptions, ListCall, Nothing, Page, Picture, RecordCall, StreamCall } from './types.ts';\n",
    `/** Why the service refuses a call. */\nexport type Reason =\n${indented(reasons.join('\n'))};\n`,
    `/** Kinds of titles; S and TVMS are series. */\n${titleType}\n`,
    `/** What somebody did behind the camera. */\n${crewType}\n`,
    ...types.named().map((text) => `${text}\n`),
    ...calls.flatMap(({ input }) => (input === null ? [] : [`${input}\n`])),
    `/** Every call. */\nexport interface Calls {\n${indented(calls.map(({ member }) => member).join('\n\n'))}\n}`,
    '',
  ].join('\n');
};

/** What the client has to know of each call while it runs. */
const callsFile = (): string => {
  const lines = ENDPOINTS.filter(isOfClient).map(
    (shape) =>
      `  ${callName(shape)}: { method: '${shape.method}', path: '${shape.path}', gives: '${givesOf(shape)}' },`,
  );
  return [
    MADE,
    "import type { CallShape } from './address.ts';\n",
    `/** Ids that one call takes. */\nexport const MAX_BATCH = ${MAX_BATCH};\n`,
    `export const CALLS = {\n${lines.join('\n')}\n} as const satisfies Record<string, CallShape>;\n`,
  ].join('\n');
};

/** What samples of calls are written by: the address of each GET, and what its parameters are. */
const samplesFile = (): string => {
  const calls = ENDPOINTS.filter((shape) => isOfClient(shape) && shape.method === 'GET' && !shape.endless).map(
    (shape) => [callName(shape), { path: shape.path, query: kindsOf(shape) }] as const,
  );
  return `${JSON.stringify(Object.fromEntries(calls), null, 1)}\n`;
};

/** The files that are made from the descriptors, by their paths from the root. */
export const clientFiles = (): Readonly<Record<string, string>> => ({
  'client/src/types.generated.ts': typesFile(),
  'client/src/calls.generated.ts': callsFile(),
  'src/contracts/client-calls.generated.json': samplesFile(),
});
