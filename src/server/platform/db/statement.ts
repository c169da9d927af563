export interface PreparedQuery {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A prepared statement with named parameters: `$id` in the text, its type in `types`. A parameter that the text does not
 * use may still be given; an unknown one in the text is an error at once.
 */
export const statement = <T extends Readonly<Record<string, string>>>(
  name: string,
  text: string,
  types: T,
): ((values: { readonly [K in keyof T]: unknown }) => PreparedQuery) => {
  const order: (keyof T & string)[] = [];
  const numbered = text.replace(/\$([a-z][A-Za-z]*)/g, (whole, used: string) => {
    const type = types[used];
    if (type === undefined) throw new Error(`${name}: ${whole} has no type`);
    if (!order.includes(used)) order.push(used);
    return `$${order.indexOf(used) + 1}::${type}`;
  });
  return (values) => ({ name, text: numbered, values: order.map((key) => values[key]) });
};

/**
 * A list as `any(…)` and `unnest(…)` take it, without telling the planner how long it is. It takes such a one for ten, and one
 * that it knows to be shorter is worth a plan of its own to it: for each call anew, which may take longer than to read. The
 * cast makes a value of it; `any((select …))` would compare with the rows of the select.
 */
export const ofAnyLength = (list: string, type: `${string}[]`): string => `(select ${list})::${type}`;
