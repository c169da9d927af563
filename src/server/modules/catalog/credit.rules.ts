/** What a person is credited with in a title. */
export interface Credit {
  readonly title: number;
  readonly role: number;
  readonly ordering: number;
  readonly main: boolean;
  readonly characters: readonly string[] | null;
  readonly job: string | null;
  readonly remark: string | null;
}

/** Between several jobs of one credit, as the sources join them too. */
const BETWEEN = ', ';

const jobsIn = (credits: readonly Credit[]): string[] => credits.flatMap(({ job }) => job?.split(BETWEEN) ?? []);
const charactersIn = (credits: readonly Credit[]): readonly string[] =>
  credits.flatMap(({ characters }) => characters ?? []);

/** The first ones, and those of the others that are not among all that are there. */
const joined = (first: readonly string[], all: readonly string[], others: readonly string[]): string[] => [
  ...new Set([...first, ...others.filter((one) => !all.includes(one))]),
];

/**
 * The credits that a person has in a role of a title once another record of theirs, with its own ones there, is merged
 * into theirs: what the other has comes to their first one.
 */
export const joinedCredits = (own: readonly Credit[], others: readonly Credit[]): readonly Credit[] => {
  const [first, ...rest] = own.toSorted((one, other) => one.ordering - other.ordering);
  const added = others.toSorted((one, other) => one.ordering - other.ordering);
  if (first === undefined) return added;
  const characters = joined(charactersIn([first]), charactersIn(own), charactersIn(added));
  const jobs = joined(jobsIn([first]), jobsIn(own), jobsIn(added));
  return [
    {
      ...first,
      ordering: Math.min(first.ordering, ...added.map(({ ordering }) => ordering)),
      main: [first, ...added].some(({ main }) => main),
      characters: characters.length > 0 ? characters : null,
      job: jobs.length > 0 ? jobs.join(BETWEEN) : null,
      remark: [first, ...added].find(({ remark }) => remark !== null)?.remark ?? null,
    },
    ...rest,
  ];
};
