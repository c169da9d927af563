/**
 * The text of a scalar subquery: the largest `requests` a UTC day of the plan roles that an account holds now; null when
 * it holds none. `account` is the column with the account's id, such as `t.account_id`, never anything that was sent.
 */
export const PLAN_REQUESTS = (account: string): string =>
  `(select max(plan_role.requests) from plan_grant join plan_role on plan_role.id = plan_grant.role_id
    where plan_grant.account_id = ${account} and plan_grant.starts_at <= now()
      and (plan_grant.ends_at is null or plan_grant.ends_at > now()))`;

/** The same of the ms until one of its grants begins or ends by itself; null when none will. */
export const PLAN_LASTS = (account: string): string =>
  `(select 1000 * extract(epoch from min(each.moment) - now())::float8
    from plan_grant, unnest(array[plan_grant.starts_at, plan_grant.ends_at]) as each (moment)
    where plan_grant.account_id = ${account} and each.moment > now())`;
