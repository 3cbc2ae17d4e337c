import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  addException,
  type ConnectionAnswer,
  getConnection,
  startAdverseAction,
} from '#modules/network/index.ts';
import {
  type Compliance,
  mailLook,
  outReasonLabels,
  outReasons,
  statusLook,
} from '#modules/network/statuses.ts';
import { formatCount, formatDate, formatPhone } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  DialogBody,
  DialogFoot,
  Email,
  Facts,
  GradeBadge,
  Icon,
  List,
  ListRow,
  RouteDialog,
  ShieldId,
  StatusProgress,
} from '../../components/index.ts';
import { isAllowed, perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { ComplianceMark } from './compliance-mark.tsx';
import { History } from './history.tsx';

export const meta = titled('Details');

/** A company that shares its network has its own page. */
export async function loader(args: LoaderFunctionArgs) {
  const connectionid = args.params.connectionid ?? '';
  const found = await perform(args, getConnection, { connectionid });
  const { accepted, connectiontype } = found.connection;
  if (accepted && connectiontype === 'FULLNETWORK') throw redirect(`/user/network/company/${connectionid}`);
  const mayStart = found.connection.actions.some(
    ({ action, enabled }) => action === 'adverseaction' && enabled,
  );
  return {
    ...found,
    mayExcept: await isAllowed(args, addException),
    adverse:
      mayStart && (await isAllowed(args, startAdverseAction))
        ? `/user/network/adverse/start/${connectionid}`
        : null,
  };
}

/** One connection: what is shared, its status and its history. */
export default function Details() {
  const { connection, networks, exception, fromfile, historyrecords, mayExcept, adverse } =
    useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const none = <span className="faint">Not shared</span>;
  return (
    <RouteDialog
      title={connection.fullname || showEmailAddress(connection.emailaddress ?? '') || 'Name not shared yet'}
      wide
    >
      <DialogBody>
        <StatusProgress {...statusLook(connection.connectionstatus, connection)} />
        {connection.check_moved ? (
          <p className="muted">
            This person’s background check moved to their other account. To see the score again, ask for that
            account’s email address and invite it.
          </p>
        ) : null}
        {networks.length > 0 ? (
          <>
            <p className="muted">
              You see this person through {networks.length > 1 ? 'these companies' : 'this company'}. For
              anything but the score, ask the company.
            </p>
            <List label="Shared by">
              {networks.map((network) => (
                <ListRow key={network.network_shieldlink_id} title={network.businessname}>
                  <span className="small muted">
                    <Email value={network.emailaddress} />, <ShieldId value={network.network_shieldlink_id} />
                    , since {formatDate(network.share_dts, timeZone)}
                  </span>
                </ListRow>
              ))}
            </List>
          </>
        ) : null}
        <Facts
          facts={[
            ...(connection.package_descrip ? [['Requested check', connection.package_descrip] as const] : []),
            ['Business', connection.businessname || none],
            ...(networks.length > 0 ? [] : contactFacts(connection, none)),
            ...(connection.accepted
              ? []
              : [['Invitation', <Mails key="mails" {...connection.emailstatus} />] as const]),
            [
              'Score',
              connection.currenticstatus ? (
                <GradeBadge
                  key="grade"
                  grade={connection.currenticstatus}
                  expired={connection.connectionstatus === 'EXPIRED'}
                />
              ) : (
                none
              ),
            ],
            [
              connection.score_expired ? 'Expired' : 'Valid through',
              connection.expiration_date ? formatDate(connection.expiration_date) : none,
            ],
            ...(connection.compliance
              ? [
                  [
                    'Compliance',
                    <ComplianceFact
                      key="compliance"
                      id={connection.id}
                      compliance={connection.compliance}
                      exception={exception}
                      mayExcept={mayExcept && connection.connectiontype === 'INDIVIDUAL'}
                    />,
                  ] as const,
                ]
              : []),
            ...(networks.length > 0
              ? []
              : [['Full report', connection.reportshared ? 'Shared' : none] as const]),
          ]}
        />
        {fromfile ? (
          <>
            <h2>From your file</h2>
            <Facts
              facts={[
                ...(fromfile.mobile ? [['Mobile', formatPhone(fromfile.mobile)] as const] : []),
                ...(fromfile.businessname ? [['Business', fromfile.businessname] as const] : []),
                ...(fromfile.note ? [['Note', fromfile.note] as const] : []),
              ]}
            />
          </>
        ) : null}
        {adverse ? (
          <p className="small">
            <Link to={adverse}>Start an adverse action</Link> if you may turn this person down because of
            their report.
          </p>
        ) : null}
        <h2>History</h2>
        <History records={historyrecords} />
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}

interface ComplianceFactProps {
  id: string;
  compliance: Compliance;
  exception: OutputOf<typeof getConnection>['exception'];
  mayExcept: boolean;
}

/** Whether the person is in compliance and why, with the way to make an exception or to end it. */
function ComplianceFact({ id, compliance, exception, mayExcept }: ComplianceFactProps) {
  const reason = outReasons.find((each) => each === compliance);
  return (
    <>
      <ComplianceMark compliance={compliance} />
      {reason ? <span className="muted"> {outReasonLabels[reason]}.</span> : null}
      {exception ? (
        <div>
          Until {formatDate(exception.last_date)}: {exception.reason}
        </div>
      ) : null}
      {mayExcept && compliance !== 'IN' ? (
        <>
          {' '}
          <Link to={`/user/alerts/exceptions?person=${id}`}>
            {compliance === 'EXCEPTION' ? 'Exceptions' : 'Add an exception'}
          </Link>
        </>
      ) : null}
    </>
  );
}

/** The delivery of the invitation's mail, and how often it was opened. */
function Mails(
  mails: Parameters<typeof mailLook>[0] & { invite_open_count: number; invite_click_count: number },
) {
  const { icon, tone, label } = mailLook(mails);
  const { invite_open_count: opens, invite_click_count: clicks, invite_mail_state: state } = mails;
  const counts = [
    state === 'opened' ? again(opens) : opens > 0 ? `opened ${times(opens)}` : null,
    state === 'clicked' ? again(clicks) : clicks > 0 ? `link followed ${times(clicks)}` : null,
  ];
  return (
    <>
      <span className={`mail-mark mail-mark-${tone}`}>
        <Icon name={icon} />
      </span>{' '}
      {[label, ...counts.filter((count) => count !== null)].join(', ')}
    </>
  );
}

const times = (count: number) => (count === 1 ? 'once' : formatCount(count, 'time'));
/** How often it was opened, if more than once; the text before it already says that it was opened. */
const again = (count: number) => (count > 1 ? times(count) : null);

/** Facts that are only shown for a person's own connection. */
function contactFacts({ emailaddress, abcnumber }: ConnectionAnswer, none: ReactNode) {
  return [
    ['Email', emailaddress ? <Email key="email" value={emailaddress} /> : none],
    ['ShieldID', abcnumber ? <ShieldId key="id" value={abcnumber} /> : none],
  ] as const;
}
