/** What the address of a page says, as it says it: the page itself reads it, so that its rules come with its file. */
export const said = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => search;

/** Only these, where they are text. */
export const saidOnly =
  <Key extends string>(...keys: readonly Key[]) =>
  (search: Readonly<Record<string, unknown>>): { readonly [K in Key]?: string } =>
    Object.fromEntries(keys.flatMap((key) => (typeof search[key] === 'string' ? [[key, search[key]]] : []))) as {
      readonly [K in Key]?: string;
    };
