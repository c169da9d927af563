import type { Call } from '#server/platform/http/route.ts';
import type { Onward } from './onward.ts';
import { resultOf } from './results.ts';
import { addressOf, INSTRUCTIONS, TOOLS, toolList } from './tools.ts';

/** What speaks MCP. It is loaded when somebody first does: most nodes are never asked. */
const load = () => import('@modelcontextprotocol/server');

/** The headers that MCP gives a meaning to. */
const MEANT = /^(?:accept|content-type|mcp-.+)$/;

const requestOf = (body: Buffer, { headers }: Call): Request => {
  const meant = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    MEANT.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  // Nobody asks for this address.
  return new Request('http://mcp.invalid', { method: 'POST', headers: meant, body: new Uint8Array(body) });
};

interface Spoken {
  readonly status: number;
  /** Its media type; null where there is no content. */
  readonly type: string | null;
  readonly content: Buffer;
  /** What the data API has answered, where a tool was called. */
  readonly asked: Onward | undefined;
}

/** Answers one message at a time, each by a server of its own that is gone afterwards: nothing is kept between two. */
export const createSpeaker = (version: string) => {
  const about = { name: 'kinodex', title: 'Kinodex', version };
  const tools = toolList();
  return async (body: Buffer, call: Call, onward: (address: string) => Promise<Onward>): Promise<Spoken> => {
    const { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } = await load();
    let asked: Onward | undefined;
    const handler = createMcpHandler(() => {
      const server = new Server(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
      server.setRequestHandler('tools/list', () => ({ tools }));
      server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
        const tool = TOOLS.get(name);
        if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
        asked = await onward(addressOf(tool, given));
        return resultOf(tool, asked);
      });
      return server;
    });
    const response = await handler.fetch(requestOf(body, call));
    // The answer may begin before the tool has been called; it ends with its result.
    const content = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('Content-Type'), content, asked };
  };
};
