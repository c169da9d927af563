/**
 * About how much of the time of a merge its steps take, in their order: of 200,000 titles into a small catalogue. The last
 * ones are those of who follows the merge.
 */
const SHARES: Readonly<Record<string, number>> = {
  ...{ compare: 0.02, people: 0.01, aka: 0.03, credit: 0.1, episode: 0.02, titles: 0.04 },
  ...{ 'documents of titles': 0.32, 'documents of people': 0.19, 'words for search': 0.16, 'change feed': 0.11 },
};

/** How much of the merge lies behind at `within` (0 to 1) of a step. */
export const mergedAt = (step: string, within = 0): number => {
  const names = Object.keys(SHARES);
  const before = names.slice(0, Math.max(0, names.indexOf(step)));
  return before.reduce((sum, name) => sum + (SHARES[name] ?? 0), 0) + within * (SHARES[step] ?? 0);
};
