type Cell = string | number | null;

/** A cell that no spreadsheet takes for a formula and that may hold anything. */
const cellOf = (value: Cell): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) || text !== String(value ?? '') ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows of CSV as RFC 4180 has it, each ended by CR LF. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
