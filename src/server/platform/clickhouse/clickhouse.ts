import { createOutbound, OutboundError } from '#server/platform/outbound/outbound.ts';

/** What ClickHouse says when it does not do what it was asked. */
class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError';
}

export interface ClickHouseOptions {
  /** The address of its HTTP interface; a path names the database. */
  readonly url: string;
  /** Milliseconds that an answer may take. */
  readonly timeout?: number;
}

/** Large enough for a step of a walk over the longest addresses. */
const MAX_BYTES = 64 * 1_024 * 1_024;
const TIMEOUT = 30_000;

/** A text as a literal of ClickHouse's SQL; older servers know no parameters. */
export const literal = (text: string): string => `'${text.toWellFormed().replace(/['\\]/g, (char) => `\\${char}`)}'`;

/** ClickHouse over HTTP. */
export const createClickHouse = ({ url, timeout = TIMEOUT }: ClickHouseOptions) => {
  const { protocol, host, pathname, username, password } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1)) || 'default';
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    ...(username !== '' && { 'X-ClickHouse-User': decodeURIComponent(username) }),
    ...(password !== '' && { 'X-ClickHouse-Key': decodeURIComponent(password) }),
  };
  const outbound = createOutbound({ baseUrl: `${protocol}//${host}`, timeout, maxBytes: MAX_BYTES });

  const ask = async (parameters: Readonly<Record<string, string>>, body: string, repeatable: boolean) => {
    // Without waiting for the end a failure would come after the status, as a line of the body.
    const query = new URLSearchParams({ database, wait_end_of_query: '1', ...parameters });
    const answer = await outbound.request({
      ...{ method: 'POST', path: `/?${query}`, headers, body, repeatable },
    });
    if (answer.status !== 200) throw new ClickHouseError(answer.body.toString('utf8').slice(0, 500));
    return answer.body;
  };

  return {
    /** The rows that a question finds, which names no format. Numbers of 64 bits may come as texts. */
    rows: async <Row>(sql: string): Promise<readonly Row[]> => {
      const body = await ask({}, `${sql} format JSONEachRow`, true);
      return body
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Row => JSON.parse(line));
    },
    /** A change that has the same effect however often it is made. */
    run: async (sql: string): Promise<void> => {
      await ask({}, sql, true);
    },
    /**
     * Adds rows, a line of JSON each. One call under an id at a time: a second one is refused while the first is at work.
     */
    insert: async (table: string, lines: string, id: string): Promise<void> => {
      await ask({ query: `insert into ${table} format JSONEachRow`, query_id: id }, lines, false);
    },
    version: async (): Promise<string> => (await ask({}, 'select version() format TSV', true)).toString().trim(),
    /** Whether a call under an id is at work. */
    isAtWork: async (id: string): Promise<boolean> => {
      const body = await ask(
        {},
        `select count() from system.processes where query_id = ${literal(id)} format TSV`,
        true,
      );
      return Number(body.toString()) > 0;
    },
  };
};

export type ClickHouse = ReturnType<typeof createClickHouse>;

/** Whether ClickHouse cannot be asked now, or does not do what it is asked. */
export const isClickHouseAway = (error: unknown): boolean =>
  error instanceof OutboundError || error instanceof ClickHouseError;
