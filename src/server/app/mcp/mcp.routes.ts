import { REASONS } from '#contracts/errors.ts';
import { mcp, mcpStream } from '#contracts/undocumented.ts';
import { usage } from '#contracts/usage.api.ts';
import { foreign } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { CODES, calledTool, isJson, messageIn, refuse, refuseLike, toldIn } from './messages.ts';
import { createOnward } from './onward.ts';
import { createSpeaker } from './speak.ts';
import { TOOLS } from './tools.ts';

interface McpParts {
  readonly app: Parameters<typeof createOnward>[0];
  readonly version: string;
  /** Where pages of ours come from, as browsers write it: pages of others do not speak here. */
  readonly origin: string;
}

const FOREIGN_PAGE = {
  status: 403,
  code: CODES.refused,
  error: REASONS.anti_forgery[1],
  data: { reason: 'anti_forgery' },
};
const NO_MESSAGE = { status: 400, code: CODES.noMessage, error: 'The body is no single message of JSON-RPC' };
const NO_JSON = { ...NO_MESSAGE, code: CODES.noJson, error: 'The body is no JSON' };
const NO_STREAM = Buffer.from('MCP is spoken here: POST a message.\n');

/**
 * MCP for agents, one message a request. A call of a tool is the call of the data API that it stands for; any other message
 * makes the free call that tells the quota, so that whoever is refused there is refused here.
 */
export const mcpRoutes = ({ app, version, origin }: McpParts): readonly Route[] => {
  const onward = createOnward(app);
  const speak = createSpeaker(version);
  return [
    route(mcp)(async ({ body }, call) => {
      const message = messageIn(body);
      const { origin: from } = call.headers;
      // Also one whose name was made to lead here sends its own.
      if (from !== undefined && from !== origin) return refuse(message, FOREIGN_PAGE);
      const tool = calledTool(message);
      if (tool === null || !TOOLS.has(tool)) {
        const judged = await onward(usage.path, call);
        if (judged.status !== 200) return refuseLike(message, judged);
      }
      if (message === null) return refuse(null, isJson(body) ? NO_MESSAGE : NO_JSON);
      const { status, type, content, asked } = await speak(body, call, (address) => onward(address, call));
      if (asked?.status === 401) return refuseLike(message, asked);
      return foreign(status, { ...(asked && toldIn(asked)), ...(type !== null && { 'Content-Type': type }) }, content);
    }),
    // Nothing is sent here that nobody has asked for.
    route(mcpStream)(async () =>
      foreign(405, { Allow: 'POST', 'Content-Type': 'text/plain; charset=utf-8' }, NO_STREAM),
    ),
  ];
};
