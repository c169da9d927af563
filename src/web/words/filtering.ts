/** What every list says of its filters. */
export const filtering = {
  unusable: 'A filter cannot be used as it is. Mend it and search again.',
  choice: (field: string, names: string) => `${field} must be one of ${names}`,
  long: (field: string, most: number) => `${field} must be at most ${most} characters`,
};
