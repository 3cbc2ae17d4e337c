import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listInvitations, newInvite } from '#modules/network/index.ts';
import { formatDate, RENEWAL_WINDOW_DAYS } from '#modules/platform/browser.ts';
import { getStart } from '#modules/purchasing/index.ts';
import type { OpenReview, StartStatus } from '#modules/purchasing/statuses.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { Banner, Card, LinkButton, Page } from '../../components/index.ts';
import { isAllowed, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useHashForward } from '../shell/use-hash-forward.ts';
import { useRoot } from '../shell/use-root.ts';
import { BuyingForOthers } from './buying-for-others.tsx';
import { leaveForStore } from './may-buy.server.ts';
import { PurchaseProgress } from './purchase-progress.tsx';
import { resultsCome } from './what-is-searched.tsx';

export const meta = titled('Start Purchase');
export const handle = { exit: 'Exit', exitTo: '/user' };

export async function loader(args: LoaderFunctionArgs) {
  const start = await perform(args, getStart, {});
  if (start.may_buy) await leaveForStore(args);
  const packageid = new URL(args.request.url).searchParams.get('packageid');
  const invitation = start.status === 'active' ? await firstInvitation(args) : null;
  return { ...start, packageid, invitation, mayInvite: await isAllowed(args, newInvite) };
}

/**
 * The open invitation of a person who can accept it without another check. A purchase link may have led to this page
 * (D96).
 */
async function firstInvitation(args: LoaderFunctionArgs): Promise<{ to: string; from: string } | null> {
  const { invitations } = await perform(args, listInvitations, {});
  const [first] = invitations;
  if (!first) return null;
  const from = first.businessname || `${first.firstname} ${first.lastname}`;
  return { to: `/user/invitations/${first.inviteid}/accept`, from };
}

interface StartCard {
  title: string;
  text: (expiration: string) => string;
  /** Where Continue leads; undefined if there is nothing to continue. */
  onward?: { to: string; label: string };
}

const invite = { to: '/user/network/invite', label: 'Invite User' };
const select = { to: '/user/purchase/selectpackage', label: 'Continue' };
const application = { to: '/user/application', label: 'Continue' };

/** The card of each start status (D30). */
const cards: Record<StartStatus, StartCard> = {
  new: {
    title: 'Get your background check',
    text: () =>
      `Choose a check, pay once by card, and answer a few questions about yourself. ${resultsCome} You see them before anyone else.`,
    onward: select,
  },
  renewal: {
    title: 'Renew your background check',
    text: (date) =>
      `Your ShieldScore expires on ${date}. Renew early and lose no days: the new score is valid from the day the old one expires. Your ShieldID stays the same.`,
    onward: select,
  },
  expired: {
    title: 'Your ShieldScore has expired',
    text: (date) =>
      `It expired on ${date} and is no longer active. A new check gives you a new score under the same ShieldID.`,
    onward: select,
  },
  paid: {
    title: 'You have paid for a background check',
    text: () => 'It’s ready when you are. There is nothing more to pay.',
    onward: application,
  },
  inprogress: {
    title: 'Your background check is in progress',
    text: () => 'You can buy another one after this one is complete.',
    onward: application,
  },
  active: {
    title: 'Your ShieldScore is active',
    text: (date) => `It is valid through ${date}. You can renew it in its last ${RENEWAL_WINDOW_DAYS} days.`,
  },
  blocked: {
    title: 'You have more than one open background check',
    text: () => 'You can’t buy another one now. If it’s for someone else, invite them to buy their own.',
    onward: invite,
  },
};

/** In place of the card of an active score that is under review (D116). */
const underReview = (since: string): StartCard => ({
  title: 'Your ShieldScore is under review',
  text: (date) =>
    `It has been under review since ${since}, and no one sees it until you’ve reviewed the change or your error report is answered. It stays valid through ${date}.`,
  onward: { to: '/user', label: 'See what to do' },
});

/** What is still open for the old check although a new one can be bought (D92). */
function ReviewBanner({ review }: { review: OpenReview }) {
  if (review === 'dispute') {
    return (
      <Banner
        title="Your error report is still open."
        action={
          <LinkButton size="small" to="/user/scoreapproval">
            See the dates
          </LinkButton>
        }
      >
        It’s about your current check. You can renew while the agency looks into it.
      </Banner>
    );
  }
  return (
    <Banner
      title="Your updated score is ready for review."
      action={
        <LinkButton size="small" to="/user/scoreapproval">
          Review result
        </LinkButton>
      }
    >
      It’s about your current check. You can renew before or after you review it.
    </Banner>
  );
}

/** #pkgid chooses a package without starting a purchase, and #purchaseid opens a purchase (doc2 §2.6). */
function routeOfHash(name: string, value: string): string | null {
  if (name === 'pkgid' && value) return `/user/purchase/selectpackage?packageid=${value}`;
  return name === 'purchaseid' && value ? `/user/purchase/purchasereceipt?purchaseid=${value}` : null;
}

export default function PurchaseStart() {
  const start = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  useHashForward(routeOfHash, 'document');
  const since = start.status === 'active' ? start.score_review_since : null;
  const card = since ? underReview(formatDate(since, timeZone)) : cards[start.status];
  const closed = start.store_closed;
  const stopped = card.onward === invite ? !start.mayInvite : card.onward === select && closed;
  const onward = stopped ? undefined : card.onward;
  const chosen =
    onward === select && start.packageid ? `?${new URLSearchParams({ packageid: start.packageid })}` : '';
  const expiration = start.certification_expiration
    ? formatDate(start.certification_expiration, timeZone)
    : '';
  return (
    <Page calm title={card.title} crumbs={<PurchaseProgress step="purchasealerts" />}>
      <div className="stack stack-24">
        {closed ? (
          <Banner tone="warn" title={purchasingTexts['store.closed']}>
            You can still complete a payment that you’ve started.
          </Banner>
        ) : null}
        {start.invitation ? (
          <Banner
            title={`${start.invitation.from} invites you.`}
            action={
              <LinkButton size="small" to={start.invitation.to}>
                Respond
              </LinkButton>
            }
          >
            You don’t need another check to share your score.
          </Banner>
        ) : null}
        {start.open_review ? <ReviewBanner review={start.open_review} /> : null}
        <Card
          foot={
            <div className="actions">
              {onward ? (
                <LinkButton kind="primary" size="large" to={`${onward.to}${chosen}`}>
                  {onward.label}
                </LinkButton>
              ) : null}
              <LinkButton kind={onward ? 'quiet' : 'default'} size="large" to="/user">
                Exit
              </LinkButton>
            </div>
          }
        >
          <p className="lead">{card.text(expiration)}</p>
        </Card>
        {start.open_purchaseid ? (
          <Banner
            title="You have an unfinished purchase."
            action={
              <LinkButton
                kind={onward ? 'default' : 'primary'}
                size="small"
                to={`/user/purchase/completepurchase?purchaseid=${start.open_purchaseid}`}
                reloadDocument
              >
                Go to payment
              </LinkButton>
            }
          >
            {start.open_package} is waiting for your payment. You haven’t been charged.
          </Banner>
        ) : null}
        <BuyingForOthers mayInvite={start.mayInvite} />
      </div>
    </Page>
  );
}
