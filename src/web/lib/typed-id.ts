/** tt or nm and the number, alone or in an address of IMDb's. */
const ID = /(?:^|\/)(tt|nm)(\d{1,10})(?:$|[/?#])/i;

/** The IMDb id that is typed or pasted, in its one form; null where it is none. */
export const typedId = (text: string): string | null => {
  const [, kind, number] = ID.exec(text.trim()) ?? [];
  if (kind === undefined || number === undefined || Number(number) === 0) return null;
  return `${kind.toLowerCase()}${String(Number(number)).padStart(7, '0')}`;
};
