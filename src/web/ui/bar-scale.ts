/** The heights of bars and of the limit, in percent of the chart; the highest of them all is 100. */
export const barScale = (values: readonly number[], limit?: number) => {
  const top = Math.max(1, limit ?? 0, ...values);
  const part = (value: number) => (Math.max(0, value) / top) * 100;
  return { top, heights: values.map(part), limit: limit === undefined ? null : part(limit) };
};
