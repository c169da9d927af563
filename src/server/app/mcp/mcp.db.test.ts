import { Client, StreamableHTTPClientTransport, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type Listening, productListening } from '#test/support/listening.ts';

/** Agents at the door, with the official client. */

const db = await testDatabase('sample');
let product: Listening;
beforeAll(async () => {
  product = await productListening(db);
});
afterAll(() => product?.close());

const MODES = [
  ['2025', { mode: 'legacy' }],
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
] as const satisfies readonly (readonly [string, VersionNegotiationOptions])[];
type Mode = (typeof MODES)[number][1];

/** Connects an agent, lets it act, and closes it. */
const asAgent = async <T>(mode: Mode, act: (agent: Client) => Promise<T>, token = product.token): Promise<T> => {
  const agent = new Client({ name: 'agent', version: '1' }, { versionNegotiation: mode });
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'agent/1' };
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${product.origin}/mcp`), { requestInit: { headers } }),
  );
  try {
    return await act(agent);
  } finally {
    await agent.close();
  }
};

const used = async (token = product.token): Promise<number> =>
  (await product.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${token}` } })).json().data.used;
const dataOf = async (url: string): Promise<unknown> => (await product.get(url)).json().data;

describe.each(MODES)('an agent of revision %s', (_revision, mode) => {
  it('is told what there is: four tools that only read, with what they take and give', () =>
    asAgent(mode, async (agent) => {
      expect(agent.getServerVersion()).toMatchObject({ name: 'kinodex', version: '0.0.0-test' });
      expect(agent.getInstructions()).toContain('ids of IMDb');
      const { tools } = await agent.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search', 'title', 'person', 'discover']);
      for (const { annotations, outputSchema, description } of tools) {
        expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
        expect([outputSchema?.type, (description ?? '').length > 20]).toEqual(['object', true]);
      }
      const title = tools.find(({ name }) => name === 'title');
      expect(title?.inputSchema).toMatchObject({
        required: ['imdbId'],
        properties: { include: { type: 'array', items: { enum: expect.arrayContaining(['actors']) } } },
      });
      expect(JSON.stringify(tools)).not.toMatch(/"x-|"\$id"/);
    }));

  it('reads what the data API says, and pays as much for it', () =>
    asAgent(mode, async (agent) => {
      await agent.listTools();
      const before = await used();
      const call = async (name: string, given: Record<string, unknown>) => {
        const { structuredContent, content, isError } = await agent.callTool({ name, arguments: given });
        expect(isError).toBeFalsy();
        expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
        return structuredContent;
      };
      const title = await call('title', { imdbId: 'tt0068646', include: ['genres', 'akas'], fields: ['title'] });
      const person = await call('person', { imdbId: 'nm0000199' });
      const found = await call('search', { q: 'godfahter', regs: 2 });
      const crime = await call('discover', { genre: 'Crime,Drama', yearFrom: 1970, facets: ['type'], regs: 2 });
      expect(await used()).toBe(before + 4);
      expect(title).toEqual(await dataOf('/api/v1/movie/tt0068646?include=genres,akas&fields=title'));
      expect(person).toEqual(await dataOf('/api/v1/name/nm0000199'));
      expect(crime).toEqual(await dataOf('/api/v1/discover?genre=Crime,Drama&yearFrom=1970&facets=type&regs=2'));
      const { data, page, total, regs } = (await product.get('/api/v1/search?q=godfahter&regs=2')).json();
      expect(found).toEqual({ items: data, page, total, regs, more: false });
    }));

  it('is told what was wrong with a call, as a result that is an error', () =>
    asAgent(mode, async (agent) => {
      const failed = async (name: string, given: Record<string, unknown>) => {
        const { isError, content, structuredContent, _meta } = await agent.callTool({ name, arguments: given });
        expect([isError, structuredContent]).toEqual([true, undefined]);
        const [said] = content;
        return [said?.type === 'text' && said.text, _meta?.['kinodex/failure']];
      };
      const before = await used();
      expect(await failed('title', { imdbId: 'tt9999999' })).toEqual([
        'title_unknown: There is no movie tt9999999 in the catalogue.',
        expect.objectContaining({ status: 404 }),
      ]);
      expect(await failed('title', {})).toEqual([
        expect.stringMatching(/^malformed_id: imdbId is tt and/),
        expect.objectContaining({ status: 400 }),
      ]);
      expect(await failed('discover', { genre: 'Crime', colour: 'red', yearFrom: 'soon' })).toEqual([
        expect.stringMatching(
          /^invalid_parameter: colour [^;]*; yearFrom [^;]*$|^invalid_parameter: yearFrom [^;]*; colour [^;]*$/,
        ),
        expect.objectContaining({ status: 400 }),
      ]);
      expect(await used()).toBe(before + 3);
      await expect(agent.callTool({ name: 'delete', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
      expect(await used()).toBe(before + 3);
    }));

  it('is not let in with a token that is not known', async () => {
    const stranger = asAgent(mode, (agent) => agent.listTools(), `kdx_${'a'.repeat(38)}`);
    await expect(stranger).rejects.toThrow();
  });
});
