import { Link, useParams } from '@remix-run/react';
import { networkTexts } from '#modules/network/texts.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import { Banner, Card, Form, LinkButton, PollingRefresh, SubmitButton } from '../../components/index.ts';
import { bulkAddress } from './addresses.ts';
import { bulkIntents } from './bulk-intents.ts';
import { type Bulk, type BulkPage, counted, invitations, progressOf } from './bulk-words.ts';

/** Seconds between two looks at how far the sending is. */
const EVERY = 3;

interface SendingSectionProps {
  page: BulkPage;
  timeZone: string;
  isStaff: boolean;
  result: unknown;
}

/** How far the sending is. It can be left and found again. */
export function SendingSection({ page: { bulk, daily }, timeZone, isStaff, result }: SendingSectionProps) {
  const address = `${bulkAddress(useParams())}/${bulk.id}`;
  const { all, words } = progressOf(bulk);
  const isPaused = bulk.state === 'paused';
  return (
    <>
      {isPaused ? (
        <Paused bulk={bulk} limit={daily.limit} timeZone={timeZone} isStaff={isStaff} />
      ) : (
        <PollingRefresh seconds={EVERY} soon />
      )}
      <Card
        padded={false}
        foot={
          <>
            <span className="small muted">
              Started {bulk.started_at ? formatDateTime(bulk.started_at, timeZone) : ''} by {bulk.started_by}
            </span>
            <Form
              id="control"
              intent={isPaused ? bulkIntents.resume : bulkIntents.pause}
              result={result}
              className="push"
            >
              <SubmitButton
                kind={isPaused ? 'primary' : 'default'}
                size="small"
                intent={isPaused ? bulkIntents.resume : bulkIntents.pause}
              >
                {isPaused ? 'Continue' : 'Pause'}
              </SubmitButton>
            </Form>
            <LinkButton size="small" to={`${address}/stop`} preventScrollReset>
              Stop the rest
            </LinkButton>
          </>
        }
      >
        <div className="sending" role="status">
          <h2>{isPaused ? `${invitations(all)} to send` : `Sending ${invitations(all)}`}</h2>
          <div className="progress-line">
            <div>
              <span className="num">{words}</span>
              <span className="muted num">
                {counted(bulk.handled)} of {formatCount(bulk.rows, 'row')}
              </span>
            </div>
            <progress value={bulk.sent} max={Math.max(all, 1)} aria-label={`${words} sent`} />
          </div>
          <p className="muted">
            {isPaused ? '' : `${counted(all)} ${networkTexts['bulk.queued']} `}
            You can leave this page; we’ll email {bulk.started_by} when it is done.
          </p>
        </div>
      </Card>
    </>
  );
}

interface PausedProps {
  bulk: Bulk;
  limit: number;
  timeZone: string;
  isStaff: boolean;
}

function Paused({ bulk, limit, timeZone, isStaff }: PausedProps) {
  const title = `Paused at ${progressOf(bulk).words}.`;
  if (bulk.pause_reason === 'daily-limit') {
    return (
      <Banner icon="clock" title={title}>
        The {counted(limit)} invitations of today are sent. It continues automatically
        {bulk.resume_at ? ` on ${formatDateTime(bulk.resume_at, timeZone)}` : ''}. No one is invited twice.
      </Banner>
    );
  }
  if (bulk.pause_reason === 'coupon') {
    return (
      <Banner tone="warn" title={title}>
        The coupons can’t be sent: the company’s card has a problem, the coupon is no longer active, or{' '}
        {bulk.started_by} may no longer issue coupons.{' '}
        {isStaff ? (
          'Continue once it is corrected.'
        ) : (
          <>
            Correct it under <Link to="/user/profile/accounting">Accounting</Link>, then continue here.
          </>
        )}
      </Banner>
    );
  }
  return (
    <Banner icon="clock" title={title}>
      It waits until you continue. No one is invited twice.
    </Banner>
  );
}
