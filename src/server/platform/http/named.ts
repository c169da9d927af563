/** What schemas say to the server alone. */
const OURS: ReadonlySet<string> = new Set(['x-reason', 'x-flag', 'x-form', 'x-lenient', 'x-list']);

/** Schemas as others read them: those with an `$id` stand apart under it, and elsewhere `refer` says where that is. */
export const createNamed = (refer: (id: string) => string) => {
  const schemas: Record<string, unknown> = {};
  const lift = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(lift);
    if (node === null || typeof node !== 'object') return node;
    const { $id, ...rest } = node as Record<string, unknown>;
    const told = Object.entries(rest).filter(([key]) => !OURS.has(key));
    const copy = Object.fromEntries(told.map(([key, value]) => [key, lift(value)]));
    if (typeof $id !== 'string') return copy;
    schemas[$id] = copy;
    return { $ref: refer($id) };
  };
  return { schemas, lift };
};
