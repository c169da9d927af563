/** The power of the number of rows that a time grows by, fitted over all sizes on logarithms. */
export const exponentOf = (points: readonly (readonly [rows: number, ms: number])[]): number => {
  const logs = points.map(([rows, ms]) => [Math.log(rows), Math.log(ms)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, one) => sum + one[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [lx, ly]) => sum + (lx - x) * (ly - y), 0);
  return over / logs.reduce((sum, [lx]) => sum + (lx - x) ** 2, 0);
};
