/** What lines of the log are about, by the number that the API has for it. */
export const LOG_CATEGORIES = {
  movie: 1,
  name: 2,
  reprocess: 3,
  other: 4,
  cron: 5,
  serie: 6,
  audit: 7,
  user: 8,
  publicIp: 9,
} as const;

export type LogCategory = keyof typeof LOG_CATEGORIES;
