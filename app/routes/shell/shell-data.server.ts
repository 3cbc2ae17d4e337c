import type { LoaderFunctionArgs } from '@remix-run/node';
import { hasExpired } from '#modules/platform/browser.ts';
import { type Access, type Caller, daysUntil, RENEWAL_WINDOW_DAYS } from '#modules/platform/index.ts';
import type { CheckOffer, ShellData } from '../../components/shell/types.ts';
import { requireCaller } from '../../door.server.ts';

/**
 * The data about the signed-in person for header and sidebar. It comes from the facts of the session, which are read
 * with one query for the whole request.
 * @param access the access rule of the pages in the frame
 */
export async function loadShell(args: LoaderFunctionArgs, access: Access<Caller>): Promise<ShellData> {
  const caller = await requireCaller(args, access);
  return shellOf(caller, args.context.portal.clock.now());
}

function shellOf(caller: Caller, now: Date): ShellData {
  const { facts } = caller;
  return {
    firstname: caller.firstname,
    lastname: caller.lastname,
    name: facts.certification_name ?? `${caller.firstname} ${caller.lastname}`,
    emailaddress: caller.emailaddress,
    company: facts.company_name,
    companySettings: facts.enterprise_enabled !== 'NO',
    unreadAlerts: facts.alert_dashboard_enabled ? facts.alert_count : null,
    photo: caller.profileimageurl,
    verified: facts.has_current_verification,
    verifiedAt: facts.verified_at,
    staff: caller.role === 'ADMIN',
    shieldId: facts.certification_number,
    grade: facts.certification_score,
    expired: hasExpired(facts.certification_expiration, now),
    held: facts.score_held,
    reviewSince: facts.score_review_since,
    shieldLinkId: facts.shieldlink_enabled ? facts.shieldlinkid : null,
    dashboard: facts.dashboard_enabled,
    offer: offerOf(caller, now),
    firstCheck: facts.application_count === 0,
    // During a dispute, it is the agency that has to act.
    scoreWaits: facts.pending_score_change && !facts.open_score_dispute,
    eraseAt: caller.eraseAt,
    erasureWaits: caller.eraseAt !== null && caller.eraseAt <= now,
  };
}

/**
 * What the purchase button is called (D123). It is always there and leads to the start of a purchase, which says what
 * can be bought now (D30).
 */
function offerOf({ facts }: Caller, now: Date): CheckOffer {
  const { certification_number, certification_expiration: expiration } = facts;
  if (!certification_number || !expiration) return 'purchase';
  return daysUntil(expiration, now) <= RENEWAL_WINDOW_DAYS ? 'renew' : 'purchase';
}
