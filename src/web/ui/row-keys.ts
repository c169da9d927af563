/** Which row has the focus after a key; null when the key moves nothing. */
export const rowAfter = (key: string, at: number, rows: number): number | null => {
  if (rows === 0) return null;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows - 1 }[key];
  return to === undefined || to < 0 || to >= rows || to === at ? null : to;
};
