import { sql } from '#modules/platform/index.ts';

/**
 * The condition on `c` and its account `a` for an open invitation whose person can be reached by text message: the
 * person has opened it (D106), and their number is verified.
 */
export const reachableByText = sql<boolean>`(c.accepted_at is null and c.opened_at is not null
  and c.connection_type = 'INDIVIDUAL' and a.active and a.mobile_verified_at is not null and a.mobile <> '')`;
