import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { privacyAnswerFields, privacyClosingFields } from '#modules/admin/fields.ts';
import { privacyAnswerForm, privacyClosingForm } from '#modules/admin/forms.ts';
import {
  answerPrivacyRequest,
  closePrivacyRequest,
  getPrivacyRequest,
  takePrivacyRequest,
} from '#modules/admin/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Badge,
  Card,
  checkedBy,
  confirmationOf,
  Facts,
  FinalDecision,
  Form,
  Page,
  RefusalBanner,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { afterDecision, keepQueue } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';
import { requestIntents } from './request-intents.ts';
import { requestKinds, requestLook, waitsFor } from './request-words.ts';

export const meta = titled('Privacy request');

const fields = bind({ ...privacyAnswerFields, ...privacyClosingFields });
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.privacyAnswerForm));

const checkClosing = checkedBy(() =>
  import('#modules/admin/forms.ts').then((forms) => forms.privacyClosingForm),
);

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.requestid ?? '';

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getPrivacyRequest, { requestid: idOf(args) });
}

function back(args: ReadActionArgs, words: string) {
  flash(args.context.visit, words);
  return redirect(keepQueue(args, `/admin/requests/${idOf(args)}`));
}

const closed = (args: ReadActionArgs) =>
  afterDecision(args, 'Request closed', `/admin/requests/${idOf(args)}`);

export const action = intents(requestIntents, {
  take: (args) =>
    submit(args, {
      form: buttonForm,
      operation: takePrivacyRequest,
      input: () => ({ requestid: idOf(args) }),
      done: () => back(args, 'The request is assigned to you'),
    }),
  answer: (args) =>
    submit(args, {
      form: privacyAnswerForm,
      operation: answerPrivacyRequest,
      input: (value) => ({ ...value, requestid: idOf(args) }),
      done: () => back(args, 'Answer sent'),
    }),
  close: (args) => {
    const sent = { form: buttonForm, operation: closePrivacyRequest };
    return confirmFirst(args, sent, () =>
      submit(args, { ...sent, input: () => ({ requestid: idOf(args) }), done: () => closed(args) }),
    );
  },
  dismiss: (args) => {
    const sent = { form: privacyClosingForm, operation: closePrivacyRequest };
    return confirmFirst(args, sent, () =>
      submit(args, {
        ...sent,
        input: (value) => ({ ...value, requestid: idOf(args) }),
        done: () => closed(args),
      }),
    );
  },
});

/** One privacy request: who made it, its deadline, and what staff did (D23). */
export default function Request() {
  const { request, mine } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { label, tone } = requestLook(request);
  const open = request.state !== 'closed';
  const how = request.answer ? 'close' : 'dismiss';
  const closing = confirmationOf(result, how);
  const when = (instant: Date | string | null) => instant && formatDateTime(instant, timeZone);
  return (
    <Page
      title={requestKinds[request.kind]}
      crumbs={<WorkCrumbs trail={[['Privacy requests', '/admin/requests']]}>Request</WorkCrumbs>}
      lead={
        <span className="row row-tight small">
          <Badge {...(tone ? { tone } : {})}>{label}</Badge>
          <span>Due {formatDate(request.due_at, timeZone)}</span>
          {request.overdue ? (
            <Badge tone="bad" icon="alert">
              Overdue
            </Badge>
          ) : null}
        </span>
      }
    >
      <RefusalBanner result={result} />
      <Card title="Request">
        <Facts
          facts={[
            [
              'Who',
              request.userid ? (
                <Link key="who" to={`/admin/user/${request.userid}`}>
                  {request.name || 'Erased person'}
                </Link>
              ) : (
                `${request.name} (not logged in)`
              ),
            ],
            [
              'Email',
              <span key="email" className="anywhere">
                {showEmailAddress(request.emailaddress) || 'Erased'}
              </span>,
            ],
            ['Requested', when(request.requested_at)],
            ...(request.erase_at
              ? [
                  [
                    request.outcome === 'erased' ? 'Was due on' : 'Will be erased',
                    when(request.erase_at),
                  ] as const,
                ]
              : []),
            ...(request.waits_for ? [['Waiting for', waitsFor[request.waits_for]] as const] : []),
            ...(request.waits_until ? [['Waiting until', when(request.waits_until)] as const] : []),
            ['Assigned to', request.taken_by ?? 'No one yet'],
            ...(request.answered_at ? [['Answered', when(request.answered_at)] as const] : []),
            ...(request.closed_at ? [['Closed', when(request.closed_at)] as const] : []),
          ]}
        />
        {request.message ? <p className="anywhere written">{request.message}</p> : null}
        {open && !mine ? (
          <Form id="take" intent={requestIntents.take} result={result} summary={false}>
            <SubmitButton kind="default" size="small">
              {request.taken_by ? 'Reassign to me' : 'Assign to me'}
            </SubmitButton>
          </Form>
        ) : null}
      </Card>
      {request.answer ? (
        <Card title={request.outcome === 'dismissed' ? 'Reason for closing' : 'Answer'}>
          <p className="anywhere written">{request.answer}</p>
        </Card>
      ) : null}
      {open && request.kind === 'limit' && !closing ? (
        <Card
          title={request.answer ? 'Send another answer' : 'Answer'}
          note="Sent by email, with the branding of the host where the request was made."
        >
          <Form id="answer" intent={requestIntents.answer} result={result} check={check}>
            <TextArea field={fields.answer} rows={6} hint="Say what was limited, or why it wasn’t." />
            <div className="actions">
              <SubmitButton pending="Sending">Send answer</SubmitButton>
            </div>
          </Form>
          {request.answer ? (
            <Form id="close" intent={requestIntents.close} result={result} summary={false}>
              <SubmitButton kind="default" size="small">
                Close request
              </SubmitButton>
            </Form>
          ) : null}
        </Card>
      ) : null}
      {open && closing ? (
        <FinalDecision
          id={how}
          intent={requestIntents[how]}
          values={closing}
          decision={[['Decision', request.answer ? 'Close the request' : 'Close it without an answer']]}
          reads={
            request.answer ? (
              'Nothing more. They have your answer.'
            ) : (
              <>
                An email that the request is closed, with your words:{' '}
                <span className="anywhere written">“{closing.reason}”</span>
              </>
            )
          }
          seenBy="Only the person and staff."
          final="The request can’t be opened again. The person can send another one."
          label="Close for good"
          pending="Closing"
        />
      ) : null}
      {open && request.kind === 'limit' && !request.answer && !closing ? (
        <Card title="Close without an answer" note="The person is told why by email.">
          <Form id="dismiss" intent={requestIntents.dismiss} result={result} check={checkClosing}>
            <TextArea
              field={fields.reason}
              rows={4}
              hint="For example, that someone else sent it, or that it repeats an earlier request."
            />
            <div className="actions">
              <SubmitButton kind="default" pending="Closing">
                Close and email the reason
              </SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
      {open && request.kind !== 'limit' ? (
        <p className="muted">
          {identityTexts['privacy.request-automatic']}{' '}
          {request.kind === 'export'
            ? 'You don’t need to do anything unless it’s overdue.'
            : 'The person can cancel the deletion until its date.'}
        </p>
      ) : null}
    </Page>
  );
}
