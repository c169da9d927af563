import type pg from 'pg';
import type { Executor } from '#server/platform/db/database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** A place in a plan whose cost grows with the product of two tables. */
export interface SlowPlan {
  readonly why: string;
  readonly statement: string;
}

/** Tables of fewer rows may be read again and again. */
const SMALL = 1_000;

const EXPLAINED = /^\s*(select|insert|update|delete|with|create\s+(unlogged\s+|temp\s+)?table\s+\S+\s+as)\b/i;

const childrenOf = (node: PlanNode): readonly PlanNode[] => node.Plans ?? [];

const scansOf = (node: PlanNode): readonly PlanNode[] => [
  ...(node['Relation Name'] === undefined ? [] : [node]),
  ...childrenOf(node).flatMap(scansOf),
];

/** Sequential scans that a nested loop repeats for each row of its outer side. */
const repeatedScans = (node: PlanNode): readonly PlanNode[] =>
  scansOf(node).filter((scan) => scan['Node Type'] === 'Seq Scan');

/** A list of constants is short. */
const isConstant = ({ 'Node Type': type }: PlanNode): boolean => type === 'Values Scan' || type === 'Result';

/** Runs statements, looks at the plan of each first, and collects what would not grow in proportion. */
export const watchPlans = (
  client: pg.ClientBase,
): { readonly tx: Executor; readonly slow: SlowPlan[]; readonly seen: () => number } => {
  const slow: SlowPlan[] = [];
  let seen = 0;

  const isLarge = async ({ Schema: schema, 'Relation Name': table }: PlanNode): Promise<boolean> => {
    if (schema === 'pg_catalog') return false;
    const { rows } = await client.query(`select 1 from "${schema}"."${table}" offset ${SMALL} limit 1`);
    return rows.length > 0;
  };

  const judge = async (node: PlanNode, statement: string): Promise<void> => {
    for (const child of childrenOf(node)) {
      await judge(child, statement);
      if (child['Parent Relationship'] !== 'SubPlan') continue;
      // Also a hashed one: it is hashed only as long as its rows fit into memory.
      for (const scan of scansOf(child))
        if (await isLarge(scan))
          slow.push({ why: `${child['Subplan Name']} reads ${scan['Relation Name']} for each row`, statement });
    }
    if (node['Node Type'] !== 'Nested Loop') return;
    const [outer, inner] = childrenOf(node);
    if (!outer || !inner || isConstant(outer)) return;
    for (const scan of repeatedScans(inner))
      if (await isLarge(scan))
        slow.push({ why: `a nested loop reads ${scan['Relation Name']} again and again`, statement });
  };

  const explain = async (text: string, values: unknown[] | undefined): Promise<void> => {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (verbose, format json) ${text}`,
      values,
    );
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) await judge(Plan, text);
    seen += 1;
  };

  const query: Executor['query'] = async (asked: string | pg.QueryConfig<unknown[]>, values?: unknown[]) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    if (EXPLAINED.test(text) && !text.includes(';'))
      await explain(text, values ?? (typeof asked === 'string' ? undefined : asked.values));
    return client.query(asked as string, values);
  };
  return { tx: { query }, slow, seen: () => seen };
};
