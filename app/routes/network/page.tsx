import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { rowForm, rowSwitchForm } from '#modules/network/forms.ts';
import {
  connectionGrid,
  countNetwork,
  getSharingObstacle,
  listAdverseActions,
  listMyShares,
  listRemoved,
  listSharedWithMe,
  type NetworkCounts,
  newInvite,
  removedGrid,
  resendInvite,
  selectionActionsOf,
  setConnectionActive,
  setShareDetails,
  shareGrid,
  startExport,
  uploadBulk,
} from '#modules/network/index.ts';
import { sentWords } from '#modules/network/statuses.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { intents } from '../../action.server.ts';
import { LinkButton, Menu, MenuLink, Page, Tabs } from '../../components/index.ts';
import { callerOf, isAllowed, perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { rowAction } from '../../row.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { HashForward } from '../user/hash-forward.tsx';
import { networkRow } from './network-row.server.ts';
import { RemovedFromNetwork } from './removed-from-network.tsx';
import { SharedWithMe, sharedWithMeIntents } from './shared-with-me.tsx';
import { SharedWithOthers, sharedWithOthersIntents } from './shared-with-others.tsx';

export const meta = titled('My Network');

/** Why 'Share My ShieldScore' is disabled. */
const shareReasons = {
  'no-score': networkTexts['share.no-score'],
  'score-held': networkTexts['share.held'],
  'under-review': networkTexts['share.under-review'],
  'sharing-off': networkTexts['share.off'],
} as const;

export async function loader(args: LoaderFunctionArgs) {
  const caller = await callerOf(args);
  const now = args.context.portal.clock.now();
  const [{ obstacle }, tab] = await Promise.all([perform(args, getSharingObstacle, {}), readTab(args, now)]);
  return {
    ...tab,
    shareReason: obstacle && shareReasons[obstacle],
    owner: caller?.facts.company_name ?? null,
    mayInvite: await isAllowed(args, newInvite),
    mayInviteMany: await isAllowed(args, uploadBulk),
    mayExport: await isAllowed(args, startExport),
    hasAdverse: await isAllowed(args, listAdverseActions),
    selectionActions: selectionActionsOf(caller?.teamRole ?? 'self'),
    shieldlink: caller?.facts.shieldlink_enabled ?? false,
    alerts: caller?.facts.alert_dashboard_enabled ?? false,
    now,
    empty: networkTexts['network.empty'],
  };
}

/** The grid of the chosen tab, with the counts that stand on both tabs. */
async function readTab(args: LoaderFunctionArgs, now: Date) {
  const asked = new URL(args.request.url).searchParams;
  if (asked.get('tab') === 'others') {
    const [shares, counts] = await Promise.all([
      gridPage(args, shareGrid, (page) => perform(args, listMyShares, page)),
      perform(args, countNetwork, {}),
    ]);
    return { tab: 'others' as const, counts, shares };
  }
  if (asked.get('status') === 'removed') {
    const [removed, counts] = await Promise.all([
      gridPage(args, removedGrid, (page) => perform(args, listRemoved, page)),
      perform(args, countNetwork, {}),
    ]);
    return { tab: 'removed' as const, counts, removed };
  }
  const { counts, ...connections } = await gridPage(args, connectionGrid, async (page) => {
    const { rows, ...answer } = await perform(args, listSharedWithMe, page);
    return { ...answer, rows: rows.map((row) => networkRow(row, now)) };
  });
  // An empty grid shows no filters, so the page itself has a link to the removed connections.
  const anyRemoved =
    counts.sharedwithme.total === 0 && (await perform(args, listRemoved, { rows: 10 })).total > 0;
  return { tab: 'me' as const, counts, connections, anyRemoved };
}

/** The actions of a row that need no confirmation. */
export const action = intents(
  { ...sharedWithMeIntents, ...sharedWithOthersIntents },
  {
    resend: rowAction({
      form: rowForm,
      operation: resendInvite,
      input: ({ id }) => ({ inviteid: id }),
      said: ({ mail_sent, mail_withheld }) =>
        sentWords({ ignored: !mail_sent && !mail_withheld, mail_withheld }),
    }),
    active: rowAction({
      form: rowSwitchForm,
      operation: setConnectionActive,
      input: ({ id, value }) => ({ connectionid: id, active: value }),
    }),
    report: rowAction({
      form: rowSwitchForm,
      operation: setShareDetails,
      input: ({ id, value }) => ({ connectionid: id, reportshared: value }),
    }),
  },
);

export default function Network() {
  const network = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { timeZone } = useRoot();
  const context = { timeZone, now: network.now };
  const { counts } = network;
  // An empty grid has its own button to invite, and a page should have only one primary button.
  const invitesInEmpty = network.tab === 'me' && counts.sharedwithme.total === 0;
  return (
    <Page
      title="My Network"
      lead={summary(counts, network.owner, network.mayInvite)}
      actions={
        <>
          {network.hasAdverse ? (
            <LinkButton to="/user/network/adverse" kind="quiet">
              Adverse actions
            </LinkButton>
          ) : null}
          <LinkButton to="/support" kind="quiet" icon="help">
            Help
          </LinkButton>
          {network.tab === 'me' && counts.sharedwithme.total > 0 && network.mayExport ? (
            <LinkButton to={`/user/network.csv${search}`} icon="download" reloadDocument>
              Export as CSV
            </LinkButton>
          ) : null}
          <NetworkActions
            quiet={invitesInEmpty || !network.mayInvite}
            mayInvite={network.mayInvite}
            mayInviteMany={network.mayInviteMany}
            shieldlink={network.shieldlink}
            shareReason={network.shareReason}
          />
        </>
      }
    >
      <HashForward mayInvite={network.mayInvite} shieldlink={network.shieldlink} />
      <Tabs
        label="Direction of sharing"
        items={[
          {
            to: '/user/network',
            label: 'Shared with Me',
            current: network.tab !== 'others',
            count: counts.sharedwithme.total,
            more: !counts.sharedwithme.exact,
          },
          {
            to: '/user/network?tab=others',
            label: 'Shared with Others',
            current: network.tab === 'others',
            count: counts.myshares.total,
            more: !counts.myshares.exact,
          },
        ]}
      />
      {network.tab === 'me' ? (
        <SharedWithMe
          page={network.connections}
          context={context}
          shieldlink={network.shieldlink}
          alerts={network.alerts}
          mayInvite={network.mayInvite}
          selectionActions={network.selectionActions}
          empty={network.empty}
          anyRemoved={network.anyRemoved}
        />
      ) : null}
      {network.tab === 'removed' ? (
        <RemovedFromNetwork page={network.removed} context={context} shieldlink={network.shieldlink} />
      ) : null}
      {network.tab === 'others' ? <SharedWithOthers page={network.shares} context={context} /> : null}
    </Page>
  );
}

function summary(
  { sharedwithme: { total }, sharing }: NetworkCounts,
  owner: string | null,
  mayInvite: boolean,
): string {
  if (total === 0) {
    return mayInvite
      ? 'Invite people, and see their scores once they accept.'
      : `No one shares with ${owner ?? 'your team'} yet. Team admins can invite people.`;
  }
  const whom = owner ?? 'you';
  const all = total.toLocaleString('en-US');
  if (sharing === null)
    return `More than ${formatCount(total, 'person', 'people')} share with ${whom} or are invited.`;
  return sharing === 1
    ? `1 of ${all} shares a valid score with ${whom}.`
    : `${sharing.toLocaleString('en-US')} of ${all} share a valid score with ${whom}.`;
}

interface NetworkActionsProps {
  quiet: boolean;
  mayInvite: boolean;
  mayInviteMany: boolean;
  shieldlink: boolean;
  /** The reason why the person cannot share their own score; null if they can. */
  shareReason: string | null;
}

function NetworkActions({ quiet, mayInvite, mayInviteMany, shieldlink, shareReason }: NetworkActionsProps) {
  return (
    <Menu label="Network Actions" kind={quiet ? 'default' : 'primary'}>
      {mayInvite ? (
        <>
          <MenuLink to="/user/network/invite" icon="plus" keepQuery>
            Invite User
          </MenuLink>
          {mayInviteMany ? (
            <MenuLink to="/user/network/bulk" icon="columns">
              Invite Many People
            </MenuLink>
          ) : null}
          {shieldlink ? (
            <MenuLink to="/user/network/inviteshieldlink" icon="users" keepQuery>
              ShieldLink Invite Company
            </MenuLink>
          ) : null}
          <MenuLink to="/user/network/invite-link" icon="link" keepQuery>
            Invitation Link
          </MenuLink>
        </>
      ) : null}
      <MenuLink to="/user/share" icon="send" disabled={shareReason}>
        Share My ShieldScore
      </MenuLink>
    </Menu>
  );
}
