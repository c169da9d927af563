import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Collects what is asked for in one turn of the event loop and sends it as one: the busier a node is, the more of its calls
 * share a way to another server. `send` answers each item, in their order; its failure is that of all of them.
 */
export const createBatcher = <Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
  most = Number.POSITIVE_INFINITY,
): ((item: Item) => Promise<Result>) => {
  let open: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | null = null;
  const begin = () => {
    const items: Item[] = [];
    const sendLater = async (): Promise<readonly Result[]> => {
      await endOfTurn();
      if (open?.items === items) open = null;
      return send(items);
    };
    return { items, results: sendLater() };
  };
  return async (item) => {
    if (open === null || open.items.length >= most) open = begin();
    const { items, results } = open;
    const at = items.push(item) - 1;
    return (await results)[at] as Result;
  };
};
