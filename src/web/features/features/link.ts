/**
 * The address of the payment provider's page as the browser may follow it: https, or this product itself (its sandbox);
 * null for anything else.
 */
export const linkOf = (link: unknown, ownOrigin: string): string | null => {
  if (typeof link !== 'string' || !URL.canParse(link)) return null;
  const { protocol, origin, href } = new URL(link);
  return protocol === 'https:' || origin === ownOrigin ? href : null;
};
