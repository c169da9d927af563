export interface Entitled {
  /** The role of the account: USER or ADMIN. */
  readonly role: string;
  /** Requests a day that were set for this account alone; 0 leaves it to the plan. */
  readonly maxRequests: number;
  /** The largest `requests` of the plan roles that the account holds now; null when it holds none. */
  readonly planRequests: number | null;
}

/** Requests a UTC day of an account; null: no limit. */
export const limitOf = ({ role, maxRequests, planRequests }: Entitled): number | null => {
  if (maxRequests > 0) return maxRequests;
  return role === 'ADMIN' ? null : (planRequests ?? 0);
};
