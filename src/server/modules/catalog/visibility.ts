/** What may leave, and how pictures are addressed: the same for every reader of the catalogue. */
export interface Visibility {
  /** The picture call's address, up to the id. */
  readonly imageBase: string;
  /** The sources whose data may be published; null for all of them. */
  readonly sources: readonly string[] | null;
  /** Whether adult titles may stand in lists. */
  readonly adult: boolean;
}

/** The types of the parameters that the statements about visibility share. */
export const visibilityTypes = { base: 'text', sources: 'source_name[]', adult: 'boolean' } as const;

export const visibilityValues = ({ imageBase, sources, adult }: Visibility) => ({ base: imageBase, sources, adult });

/** Everything that there is, for administrators. */
export const allOf =
  (visibility: () => Visibility): (() => Visibility) =>
  () => ({ ...visibility(), sources: null, adult: true });
