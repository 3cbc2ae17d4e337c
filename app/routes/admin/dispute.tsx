import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { disputeDecisionFields, disputeReplyFields } from '#modules/admin/fields.ts';
import {
  blockDecisionForm,
  blockRescissionForm,
  disputeDecisionForm,
  disputeReplyForm,
} from '#modules/admin/forms.ts';
import {
  assignDispute,
  decideBlockRequest,
  getDispute,
  replyToDispute,
  rescindBlockOfReport,
  resolveDispute,
} from '#modules/admin/index.ts';
import { documentBytes, messageDocuments } from '#modules/applications/limits.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Badge,
  Card,
  ChoiceCard,
  ChoiceGroup,
  checkedBy,
  confirmationOf,
  Facts,
  FileInput,
  Form,
  Page,
  RefusalBanner,
  Select,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { refusedForm } from '../../file-form.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { Documents, documentAccept, documentHint, documentMost } from '../disputes/documents.tsx';
import { Messages } from '../disputes/messages.tsx';
import { useRoot } from '../shell/use-root.ts';
import { BlockDecision } from './block-decision.tsx';
import { DisputeConfirmation } from './dispute-confirmation.tsx';
import { disputeIntents } from './dispute-intents.ts';
import { disputeLook } from './dispute-words.ts';
import { afterDecision, keepQueue } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';

export const meta = titled('Dispute');

const reply = bind(disputeReplyFields);
const decision = bind(disputeDecisionFields);
const checkReply = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.disputeReplyForm));
const checkDecision = checkedBy(() =>
  import('#modules/admin/forms.ts').then((forms) => forms.disputeDecisionForm),
);

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.disputeid ?? '';

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getDispute, { disputeid: idOf(args) });
}

function back(args: ReadActionArgs, words: string) {
  flash(args.context.visit, words);
  return redirect(keepQueue(args, `/admin/disputes/${idOf(args)}`));
}

const decided = (args: ReadActionArgs, words: string) =>
  afterDecision(args, words, `/admin/disputes/${idOf(args)}`);

const replyFiles = (args: ActionFunctionArgs) => ({
  operation: replyToDispute,
  about: () => ({ disputeid: idOf(args) }),
  files: { bytes: documentBytes, count: messageDocuments },
  refused: (refusal: Refusal) => refusedForm('reply', refusal),
});

export const action = intents(
  disputeIntents,
  {
    take: (args) =>
      submit(args, {
        form: buttonForm,
        operation: assignDispute,
        input: () => ({ disputeid: idOf(args) }),
        done: () => back(args, 'The dispute is assigned to you'),
      }),
    reply: (args) =>
      submit(args, {
        form: disputeReplyForm,
        operation: replyToDispute,
        input: (value) => ({ ...value, disputeid: idOf(args), documents: args.files.all('documents') }),
        done: () => back(args, 'Message sent'),
      }),
    decide: (args) => {
      const sent = { form: disputeDecisionForm, operation: resolveDispute };
      return confirmFirst(args, sent, () =>
        submit(args, {
          ...sent,
          input: (value) => ({ ...value, disputeid: idOf(args) }),
          done: () => decided(args, 'Result saved. The person has been notified.'),
        }),
      );
    },
    block: (args) => {
      const sent = { form: blockDecisionForm, operation: decideBlockRequest };
      return confirmFirst(args, { ...sent, triedFirst: true }, (tried) =>
        submit(tried, {
          ...sent,
          input: (value) => ({ ...value, disputeid: idOf(args) }),
          done: () => decided(args, 'Decision saved. The person has been notified.'),
        }),
      );
    },
    rescind: (args) => {
      const sent = { form: blockRescissionForm, operation: rescindBlockOfReport };
      return confirmFirst(args, { ...sent, triedFirst: true }, (tried) =>
        submit(tried, {
          ...sent,
          input: (value) => ({ ...value, disputeid: idOf(args) }),
          done: () => back(args, 'The block is rescinded. The person has been notified.'),
        }),
      );
    },
  },
  replyFiles,
);

/** One dispute: what the person reported, its deadline, and what staff can do (D46). */
export default function Dispute() {
  const { dispute, mine, corrections } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { label, tone } = disputeLook(dispute);
  const open = dispute.resolved_dts === null;
  const isBlock = dispute.kind === 'identity-theft';
  const written = dispute.messages.filter(({ author }) => author === 'staff').length;
  const at = `/admin/disputes/${dispute.disputeid}`;
  const when = (instant: Date | null) => (instant ? formatDateTime(instant, timeZone) : 'Not yet');
  return (
    <Page
      title={`${isBlock ? 'Identity theft request' : 'Dispute'} of ${dispute.personname}`}
      crumbs={
        <WorkCrumbs trail={[['Disputes', '/admin/disputes']]}>
          {isBlock ? 'Identity theft' : 'Dispute'}
        </WorkCrumbs>
      }
      lead={
        <span className="row row-tight small">
          <Badge {...(tone ? { tone } : {})}>{label}</Badge>
          <span>Due {formatDate(dispute.due_dts, timeZone)}</span>
          {dispute.overdue ? (
            <Badge tone="bad" icon="alert">
              Overdue
            </Badge>
          ) : null}
        </span>
      }
    >
      <RefusalBanner result={result} />
      <DisputeConfirmation dispute={dispute} result={result} />
      <Card title={isBlock ? 'What comes from identity theft' : 'What is disputed'}>
        <Facts
          facts={[
            [
              'Who',
              <Link key="who" to={`/admin/user/${dispute.userid}#approvals`}>
                {dispute.personname}
              </Link>,
            ],
            ['Agency', `${dispute.provider}, profile ${dispute.provider_profile_number ?? 'not given'}`],
            ['Score', dispute.of_active_score ? `${dispute.icscore}, active before` : dispute.icscore],
            ['Results', dispute.items.join(', ') || 'The whole report'],
            ['The person says', <Written key="says" words={dispute.errortext} />],
            ['Received', when(dispute.received_dts)],
            ['Sent to the agency', when(dispute.forwarded_dts)],
            ...(dispute.blocked_dts ? [['Blocked', when(dispute.blocked_dts)] as const] : []),
            ...(dispute.lifted_dts ? [['Rescinded', when(dispute.lifted_dts)] as const] : []),
            ...(dispute.extended_dts ? [['New facts', when(dispute.extended_dts)] as const] : []),
            ...(dispute.other_case
              ? [
                  [
                    'Also open',
                    <Link key="other" to={`/admin/disputes/${dispute.other_case.disputeid}`}>
                      {isBlock ? 'Dispute of this report' : 'Identity theft request about this report'}
                    </Link>,
                  ] as const,
                ]
              : []),
            ['Assigned to', dispute.taken_by ?? 'No one yet'],
            ...(dispute.resolved_dts ? [['Closed', when(dispute.resolved_dts)] as const] : []),
            ...(dispute.corrected_icscore ? [['Corrected score', dispute.corrected_icscore] as const] : []),
            ...(dispute.explanation
              ? [['The person was told', <Written key="told" words={dispute.explanation} />] as const]
              : []),
            ...(dispute.lift_reason
              ? [['Why it was rescinded', <Written key="why" words={dispute.lift_reason} />] as const]
              : []),
          ]}
        />
        <Documents documents={dispute.documents.filter(({ purpose }) => purpose !== 'evidence')} at={at} />
        {open && !mine ? (
          <Form id="take" intent={disputeIntents.take} result={result} summary={false}>
            <div className="actions">
              <SubmitButton kind="default" size="small">
                {dispute.taken_by ? 'Reassign to me' : 'Assign to me'}
              </SubmitButton>
            </div>
          </Form>
        ) : null}
      </Card>
      {dispute.statement ? (
        <Card title="The person’s own statement">
          <p className="anywhere written">{dispute.statement}</p>
        </Card>
      ) : null}
      <Card
        title="Messages"
        note={
          isBlock
            ? 'The person reads what you write here.'
            : 'The person and the agency read what you write here.'
        }
      >
        <Messages
          messages={dispute.messages}
          documents={dispute.documents}
          documentsAt={at}
          mine="staff"
          timeZone={timeZone}
        />
        {open ? (
          <Form id="reply" intent={disputeIntents.reply} result={result} check={checkReply} multipart>
            {/* The field is empty again after a message is sent. */}
            <TextArea key={`message-${written}`} field={reply.message} rows={4} />
            <FileInput
              key={`documents-${written}`}
              name="documents"
              label="Documents (optional)"
              accept={documentAccept}
              most={documentMost}
              multiple
              optional
              hint={`Up to ${messageDocuments} files. ${documentHint}`}
            />
            <div className="actions">
              <SubmitButton kind="default" pending="Sending">
                Send message
              </SubmitButton>
            </div>
          </Form>
        ) : null}
      </Card>
      <BlockDecision dispute={dispute} result={result} />
      {open && !isBlock && !confirmationOf(result, 'decide') ? (
        <Card
          title="Enter the agency’s result"
          note="When the agency answered by phone or letter. It’s final."
        >
          <Form id="decide" intent={disputeIntents.decide} result={result} check={checkDecision}>
            <ChoiceGroup field={decision.outcome}>
              <ChoiceCard
                field={decision.outcome}
                value="confirmed"
                label="Confirmed"
                note="The report stays as it was."
              />
              <ChoiceCard
                field={decision.outcome}
                value="corrected"
                label="Corrected"
                note="The disputed results found nothing. Choose the score that the agency gave. It can’t be worse than the current one."
              />
            </ChoiceGroup>
            <Select
              field={decision.score}
              none="Not corrected"
              options={corrections.map((grade) => [grade, grade])}
            />
            <TextArea field={decision.explanation} rows={4} hint="The person reads this." />
            <div className="actions">
              <SubmitButton pending="Saving">Save result</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
    </Page>
  );
}

function Written({ words }: { words: string | null }) {
  return <span className="anywhere written">{words ?? 'Erased with the personal data'}</span>;
}
