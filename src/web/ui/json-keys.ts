/**
 * Which button of a tree a key leads to from the one at `at` (-1 is the tree itself): the same one where the key opens or
 * closes it, null where the key means nothing here. `expanded` says of each button whether its lines are open, null where
 * it has none.
 */
export const buttonAfter = (key: string, at: number, expanded: readonly (string | null)[]): number | null => {
  const folds = (key === 'ArrowRight' && expanded[at] === 'false') || (key === 'ArrowLeft' && expanded[at] === 'true');
  if (folds) return at;
  const to = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: expanded.length - 1,
  }[key];
  return to === undefined || to < 0 || to >= expanded.length ? null : to;
};
