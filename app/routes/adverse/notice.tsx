import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { openMyNotice } from '#modules/network/index.ts';
import { adverseEvidenceLabels } from '#modules/network/statuses.ts';
import { formatCount, formatDate, formatDateTime, formatPhone } from '#modules/platform/browser.ts';
import { Card, Crumbs, LinkButton, List, ListRow, Page, Timeline } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { type Case, isOpen, pausedAt } from './adverse-words.ts';
import { DayBar, Letter, StateBadge } from './parts.tsx';

export const meta = titled('A notice about your report');

export const loader = (args: LoaderFunctionArgs) =>
  perform(args, openMyNotice, { adverseid: args.params.adverseid ?? '' });

/** What a person reads of an adverse action about them (D133). */
export default function Notice() {
  const { adverse, applicationid } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const { company, agency } = adverse;
  const last = adverse.notices.at(-1);
  // Whoever got the first notice on paper gets the others so, too.
  const onPaper = adverse.evidence.some(({ kind }) => kind === 'undelivered');
  return (
    <Page
      calm
      title="A notice about your report"
      lead={
        <>
          From {company.name}, {formatDate(adverse.started_at, timeZone)}. Case{' '}
          <span className="nowrap">{adverse.number}</span>.
        </>
      }
      crumbs={<Crumbs trail={[['Home', '/user']]}>Notice</Crumbs>}
    >
      <div className="split">
        <div className="stack stack-24">
          <Card
            padded={false}
            foot={
              adverse.state === 'withdrawn' || adverse.state === 'lapsed' ? null : (
                <>
                  <LinkButton to={`/user/notices/${adverse.id}/report`} icon="download" reloadDocument>
                    Your report
                  </LinkButton>
                  <LinkButton kind="primary" to={`/user/disputes/new?applicationid=${applicationid}`}>
                    {adverse.state === 'paused' ? 'Open your dispute' : 'Something is wrong'}
                  </LinkButton>
                </>
              )
            }
          >
            <div className="case-top">
              <div className="stack stack-8">
                <span>
                  <StateBadge state={adverse.state} />
                </span>
                <h2>{headline(adverse, timeZone)}</h2>
                <p className="muted">{remark(adverse)}</p>
              </div>
              <DayBar {...adverse} />
            </div>
          </Card>
          {last ? (
            <Card title={noticeTitle(last.kind, adverse.state)}>
              <Letter content={last.content} />
            </Card>
          ) : null}
          {isOpen(adverse.state) ? (
            <Card title="What happens next">
              <ol className="numbered stack stack-8">
                <li>
                  You can respond to {company.name} or dispute the report. A dispute is free and stops the
                  clock. They see that you disputed, not what you wrote.
                </li>
                <li>
                  After the waiting period, {company.name} may decide. You get the decision{' '}
                  {onPaper ? 'on paper' : 'by email'}, with your rights again.
                </li>
                <li>If they withdraw, we tell you too.</li>
              </ol>
            </Card>
          ) : null}
        </div>
        <div className="stack stack-24">
          <Card title="Who to contact" padded={false}>
            <List label="Who to contact">
              <ListRow title="About the decision" note={contact(company)} />
              <ListRow title="About the report" note={contact(agency)} />
            </List>
          </Card>
          <Card title="Kept for you">
            <Timeline
              moments={adverse.evidence
                .filter(({ kind }) => kind !== 'purpose')
                .map(({ position, kind, at }) => ({
                  key: String(position),
                  title: adverseEvidenceLabels[kind],
                  when: formatDateTime(at, timeZone),
                  at: new Date(at),
                }))}
            />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function noticeTitle(kind: 'first' | 'final', state: Case['state']): string {
  if (kind === 'final') return 'The decision';
  return isOpen(state) ? 'The notice' : 'The notice, which no longer applies';
}

const contact = ({ name, phone, email }: Case['company']) =>
  [name, formatPhone(phone), email].filter(Boolean).join(', ');

function headline({ state, clock, closed_at, company }: Case, timeZone: string): string {
  const closed = closed_at ? formatDate(closed_at, timeZone) : '';
  switch (state) {
    case 'sending':
    case 'undelivered':
      return 'Nothing is decided yet';
    case 'waiting':
      return `Read your report. If it’s wrong, say so by ${clock ? formatDate(clock.last_day) : ''}`;
    case 'paused':
      return pausedAt(clock);
    case 'ready':
      return `${company.name} may decide now`;
    case 'final':
      return `${company.name} decided on ${closed}`;
    case 'withdrawn':
    case 'lapsed':
      return 'Nothing changes for you';
  }
}

function remark({ state, clock, company, decision }: Case): string {
  switch (state) {
    case 'sending':
    case 'undelivered':
    case 'waiting':
      return `They may decide not to ${decision}. Until your time is over, they may not act on the report.`;
    case 'paused':
      return `${company.name} may not act on the report until your dispute is decided. Afterwards you have ${formatCount((clock?.total ?? 0) - (clock?.passed ?? 0), 'more day')}.`;
    case 'ready':
      return 'Your time to respond is over. You can still dispute the report, which stops them until it is decided.';
    case 'final':
      return `They decided not to ${decision}. You can get a free copy of your report within 60 days, and dispute it at any time.`;
    case 'withdrawn':
    case 'lapsed':
      return `${company.name} will not act on this report.`;
  }
}
