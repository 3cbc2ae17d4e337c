import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listMyApplications, listMyDisputes } from '#modules/applications/index.ts';
import { getTour } from '#modules/enterprise/index.ts';
import { getHome } from '#modules/identity/index.ts';
import { getSearchAllowance, listInvitations, listMyNotices, newInvite } from '#modules/network/index.ts';
import { hourOf } from '#modules/platform/browser.ts';
import { getPromotion, listPurchases } from '#modules/purchasing/index.ts';
import { Icon, Page } from '../../components/index.ts';
import { callerOf, isAllowed, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { ChecksCard } from './checks-card.tsx';
import { CredentialCard } from './credential-card.tsx';
import { GettingStarted } from './getting-started.tsx';
import { HashForward } from './hash-forward.tsx';
import { InformationCard } from './information-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { NextStepBanner } from './next-step-banner.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { NoticesCard } from './notices-card.tsx';
import { PaymentBanner } from './payment-banner.tsx';
import { RenewalBanner } from './renewal-banner.tsx';
import { summarizeScore } from './score-summary.server.ts';
import { SearchCard } from './search-card.tsx';
import { SeenCard } from './seen-card.tsx';

export const meta = titled('Home');

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  const asked = new URL(args.request.url).searchParams;
  const joinedTeam = caller?.teamRole && caller.teamRole !== 'owner' ? caller.facts.company_name : null;
  if (caller && asked.has('teaminviteaccepted')) {
    // At an address of its own, the message would come again with each load of the page.
    if (joinedTeam) flash(args.context.visit, `You’ve joined the team of ${joinedTeam}`);
    throw redirect('/user');
  }
  const hasApplied = (caller?.facts.application_count ?? 0) > 0;
  const hasShieldId = caller?.facts.certification_number != null;
  const [home, { invitations }, allowance, { applications }, { disputes }, { notices }, { promotion }] =
    await Promise.all([
      perform(args, getHome, {}),
      perform(args, listInvitations, {}),
      perform(args, getSearchAllowance, {}),
      perform(args, listMyApplications, {}),
      hasApplied ? perform(args, listMyDisputes, {}) : { disputes: [] },
      perform(args, listMyNotices, {}),
      hasShieldId ? { promotion: null } : perform(args, getPromotion, {}),
    ]);
  // Only a check that has not begun says that it is paid.
  const { purchases } = applications.some(({ composite_status_code }) => composite_status_code === 'paid')
    ? await perform(args, listPurchases, { transaction_type: 'mypurchase' })
    : { purchases: [] };
  const now = args.context.portal.clock.now();
  const summary = caller && summarizeScore(caller, applications, now);
  return {
    ...home,
    promotion: summary?.begins ? promotion : null,
    invitations,
    allowance,
    applications,
    disputes,
    purchases,
    notices,
    summary,
    now,
    gettingStarted: asked.has('gettingstarted') ? { toured: (await perform(args, getTour, {})).ended } : null,
    mayInvite: await isAllowed(args, newInvite),
    shieldlink: caller?.facts.shieldlink_enabled ?? false,
    onTeam: joinedTeam !== null,
  };
}

export default function Home() {
  const { summary, ...home } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page title={`${greeting(home.now, timeZone)}, ${home.information.firstname}`}>
      <HashForward mayInvite={home.mayInvite} shieldlink={home.shieldlink} onTeam={home.onTeam} />
      <Features />
      {home.gettingStarted ? <GettingStarted {...home.gettingStarted} /> : null}
      <NoticeBanner notices={home.notices} />
      <PaymentBanner applications={home.applications} held={summary?.held ?? false} />
      <NextStepBanner
        applications={home.applications}
        disputes={home.disputes}
        review={reviewOf(summary)}
        promotion={home.promotion}
        timeZone={timeZone}
      />
      {summary ? <RenewalBanner summary={summary} /> : null}
      <div className="split split-wide split-flip home-cards">
        <div className="stack stack-24">
          {summary?.shieldId ? <CredentialCard summary={summary} /> : null}
          <InformationCard information={home.information} />
          <ChecksCard
            applications={home.applications}
            disputes={home.disputes}
            purchases={home.purchases}
            timeZone={timeZone}
            now={home.now}
            underReview={summary?.reviewSince != null}
            offersFirst={home.promotion === null}
          />
        </div>
        <div className="stack stack-24">
          <SearchCard left={home.allowance.left} limit={home.allowance.limit} />
          <InvitationsCard invitations={home.invitations} timeZone={timeZone} />
          <SeenCard seen={home.seen} timeZone={timeZone} />
          <NoticesCard notices={home.notices} timeZone={timeZone} />
        </div>
      </div>
    </Page>
  );
}

function reviewOf(summary: { reviewSince: string | Date | null; expiration: string | null } | null) {
  if (!summary?.reviewSince || !summary.expiration) return null;
  return { since: summary.reviewSince, expiration: summary.expiration };
}

/** The three bullet points of the welcome (doc1 §2). */
function Features() {
  return (
    <ul className="row features muted" aria-label="What you can do here">
      <li className="row row-tight">
        <Icon name="search" />
        Search and verify ShieldIDs
      </li>
      <li className="row row-tight">
        <Icon name="send" />
        Purchase and share results
      </li>
      <li className="row row-tight">
        <Icon name="users" />
        Build a trusted network of contractors
      </li>
    </ul>
  );
}

function greeting(now: string | Date, timeZone: string): string {
  const hour = hourOf(now, timeZone);
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
