/** The page of a title or a person. */
export const pageOfRecord = (id: string) =>
  ({ to: id.startsWith('nm') ? '/admin/name-data' : '/admin/movie-data', search: { id } }) as const;
