import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { explainPipelineAlert } from '#modules/admin/index.ts';
import { packageWays } from '#modules/applications/fields.ts';
import { formatCount, formatDateTime, hasExpired } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Button,
  Facts,
  GradeBadge,
  type GridContext,
  LinkButton,
  RowForm,
  ShieldId,
} from '../../../components/index.ts';
import { intentField } from '../../../intents.ts';
import { disputeLook } from '../dispute-words.ts';
import { requestLook } from '../request-words.ts';
import { validity } from '../validity.ts';
import { statusLook, verificationTitle } from '../verification-words.ts';
import { pipelineIntents } from './intents.ts';
import { deadlineWords, nameOf, type PipelineAlert, paymentWords, whatOf } from './words.ts';
import { workOn } from './work.ts';

export type Explained = OutputOf<typeof explainPipelineAlert>;

interface PeekProps {
  alert: PipelineAlert;
  explained: Explained;
  context: GridContext;
  /** Whether the buttons show their keyboard shortcuts. */
  shortcuts: boolean;
}

/** The details below a row of the pipeline: who, what, the notes, and the actions (doc3 §3, Pipeline alert). */
export function Peek({ alert, explained, context, shortcuts }: PeekProps) {
  return (
    <div className="peek">
      <Facts facts={[...personFacts(alert, context), ...alertFacts(alert, explained, context)]} />
      <Notes alert={alert} explained={explained} timeZone={context.timeZone} />
      <Actions alert={alert} shortcuts={shortcuts} />
    </div>
  );
}

type Fact = [name: string, value: ReactNode];

/** A fact in a list; an empty list if there is no value. */
const fact = (name: string, value: ReactNode): Fact[] => (value ? [[name, value]] : []);

function personFacts(alert: PipelineAlert, { now }: GridContext): Fact[] {
  const { userid, emailaddress, businessname, abcnumber, currenticstatus, current_expiration: until } = alert;
  return [
    [
      'Person',
      userid ? (
        <Link key="person" to={`/admin/user/${userid}`}>
          {nameOf(alert)}
        </Link>
      ) : (
        nameOf(alert)
      ),
    ],
    ...fact('Business', businessname),
    ...fact('Email', showEmailAddress(emailaddress)),
    ...fact('ShieldID', abcnumber && <ShieldId value={abcnumber} />),
    ...fact(
      'Score',
      currenticstatus && (
        <>
          <GradeBadge grade={currenticstatus} expired={hasExpired(until, now)} />
          {until ? ` ${validity(until, now)}` : null}
        </>
      ),
    ),
  ];
}

/** What happened, and the details of the event, which depend on the alert's type. */
function alertFacts(alert: PipelineAlert, { circumstances: about }: Explained, context: GridContext): Fact[] {
  const { event_details: details } = alert;
  return [
    ['What', whatOf(alert)],
    ...eventFacts(alert, about, (at) => formatDateTime(at, context.timeZone)),
    ...fact('Check', [about.package_descrip, about.cra_name].filter(Boolean).join(', ')),
    ...fact('Payment', alert.payment && alert.payment !== 'paid' && paymentWords[alert.payment]),
    ...fact('Application', details.applicationid && <span className="mono">{details.applicationid}</span>),
    ...fact('Profile', details.profilenumber && <span className="mono">{details.profilenumber}</span>),
    ['Raised', formatDateTime(alert.event_dts, context.timeZone)],
    ...fact('Deadline', alert.due_at && deadlineWords(alert, context)),
    ['Assigned to', alert.assignee ?? 'Nobody'],
  ];
}

function eventFacts(
  { alert_type: type, monitor_score: score }: PipelineAlert,
  about: Explained['circumstances'],
  when: (at: Date) => string,
): Fact[] {
  const { dispute, request, ssn_review: review, verification, paper, monitoring, proofs, mailbox } = about;
  if (dispute) {
    const blocks = type === 'identity_theft_block';
    const sent = [formatCount(dispute.documents, 'document'), formatCount(dispute.messages, 'message')];
    return [
      ['State', disputeLook({ ...dispute, kind: blocks ? 'identity-theft' : 'error' }).label],
      ['Received', when(dispute.received)],
      ...fact('New facts', dispute.extended && `${when(dispute.extended)}, 15 days more`),
      ['Sent in', sent.join(', ')],
      ['Law', blocks ? 'Decide within 4 business days' : 'Answer within 30 days, 45 with new facts'],
    ];
  }
  if (request)
    return [
      ['State', requestLook(request).label],
      ['Received', when(request.received)],
    ];
  if (review) {
    const others = formatCount(review.same_ssn, 'other account');
    return [
      ['Waiting since', when(review.since)],
      ['Same number', review.same_ssn ? others : 'No other account'],
    ];
  }
  if (verification) {
    return [
      ['Document', verificationTitle(verification)],
      ['State', statusLook(verification.status).label],
      ['Started', when(verification.started)],
    ];
  }
  if (paper) {
    return [
      ['Paper chosen', when(paper.requested)],
      [
        'Package',
        paper.received && paper.way ? `${packageWays[paper.way]}, ${when(paper.received)}` : 'Not received',
      ],
      ...fact('Pages', paper.pages),
      ...fact(
        'Signatures',
        paper.signatures_detected === null ? null : `${paper.signatures_detected} detected`,
      ),
    ];
  }
  if (proofs) {
    return [
      ...fact('Former ShieldID', proofs.number && <ShieldId value={proofs.number} />),
      ['Wrong entries', proofs.wrong],
      ['First', when(proofs.first)],
      ['Last', when(proofs.last)],
      [
        'Entered by',
        proofs.by.length === 0
          ? 'Someone who wasn’t logged in'
          : proofs.by.map(({ userid, name }, at) => (
              <span key={userid}>
                {at > 0 ? ', ' : ''}
                <Link to={`/admin/user/${userid}`}>{name}</Link>
              </span>
            )),
      ],
    ];
  }
  if (mailbox) {
    const { other } = mailbox;
    return [
      ...fact('Other account', other && <Link to={`/admin/user/${other.userid}`}>{other.name}</Link>),
      [
        'What to do',
        other
          ? 'Ask the person which account they use, and change the email address of the other one. This alert then closes within an hour.'
          : 'Ask the person for a valid email address, and change it in their record. Until then, they can log in with this one.',
      ],
    ];
  }
  if (!monitoring) return [];
  return [
    [
      'Score change',
      <span key="scores" className="row row-tight">
        {monitoring.previous_score ? <GradeBadge grade={monitoring.previous_score} /> : null}
        {monitoring.previous_score && score ? 'to' : null}
        {score ? <GradeBadge grade={score} /> : null}
      </span>,
    ],
    ['Waiting since', when(monitoring.since)],
  ];
}

function Notes({
  alert: { userid },
  explained: { notes, more_notes: more },
  timeZone,
}: Pick<PeekProps, 'alert' | 'explained'> & { timeZone: string }) {
  if (!userid)
    return <p className="small muted">Notes are kept with a person. This request has no account.</p>;
  return (
    <div className="peek-notes">
      {notes.length === 0 ? <p className="small muted">No notes yet.</p> : null}
      {notes.map((entry) => (
        <blockquote key={entry.id}>
          <p className="anywhere written">{entry.note ?? 'Erased with the personal data'}</p>
          <p className="by">
            {entry.authorname}, {formatDateTime(entry.dts, timeZone)}
          </p>
        </blockquote>
      ))}
      {more > 0 ? <Link to={`/admin/user/${userid}#notes`}>{formatCount(more, 'earlier note')}</Link> : null}
    </div>
  );
}

function Actions({ alert, shortcuts }: Pick<PeekProps, 'alert' | 'shortcuts'>) {
  const { search } = useLocation();
  const open = alert.state === 'open';
  const key = (name: string) =>
    shortcuts ? (
      <span className="kbd" aria-hidden="true">
        {name}
      </span>
    ) : null;
  const dialog = (name: 'note' | 'dismiss' | 'close') => ({
    to: { pathname: `/admin/pipeline/${alert.id}/${name}`, search },
    preventScrollReset: true,
    size: 'small' as const,
  });
  return (
    <RowForm row={alert.id} className="actions">
      <input type="hidden" name="seen" value={alert.assigned_to ?? ''} />
      <LinkButton to={workOn(alert, search)} kind="primary" size="small">
        Open {key('Enter')}
      </LinkButton>
      {open && !alert.mine ? (
        <Button type="submit" size="small" name={intentField} value={pipelineIntents.take}>
          {alert.assigned_to ? 'Reassign to me' : 'Assign to me'} {key('A')}
        </Button>
      ) : null}
      {alert.userid ? <LinkButton {...dialog('note')}>Add note {key('N')}</LinkButton> : null}
      {open ? (
        <>
          <LinkButton {...dialog('dismiss')}>Dismiss {key('D')}</LinkButton>
          <LinkButton {...dialog('close')}>Close {key('C')}</LinkButton>
        </>
      ) : null}
    </RowForm>
  );
}
