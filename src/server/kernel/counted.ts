/** How many there are of something, for people: '1 title', '2,000 titles'. */
export const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
