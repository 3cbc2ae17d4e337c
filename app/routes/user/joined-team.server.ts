import { type Caller, DAY, type Visit } from '#modules/platform/index.ts';

const cookie = 'joinedteam';

/** Whom and which team the message is about. */
const mark = (caller: Caller) => `${caller.accountId}.${caller.companyId}`;

/**
 * The company whose team a person has joined by its invitation, until this browser has said so; null for anybody else.
 */
export function joinedTeamOf(visit: Visit, caller: Caller | null): string | null {
  if (!caller || caller.teamRole === null || caller.teamRole === 'owner') return null;
  return visit.cookies.get(cookie) === mark(caller) ? null : (caller.facts.company_name ?? null);
}

export function noteJoinedTeamShown(visit: Visit, caller: Caller): void {
  visit.cookies.set(cookie, mark(caller), { maxAge: 365 * DAY });
}
