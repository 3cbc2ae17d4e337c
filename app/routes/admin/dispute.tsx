import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { disputeDecisionFields, disputeReplyFields } from '#modules/admin/fields.ts';
import { disputeDecisionForm, disputeReplyForm } from '#modules/admin/forms.ts';
import { assignDispute, getDispute, replyToDispute, resolveDispute } from '#modules/admin/index.ts';
import { formatDate, formatDateTime, grades } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Badge,
  Card,
  ChoiceCard,
  ChoiceGroup,
  Crumbs,
  checkedBy,
  Facts,
  Form,
  Page,
  RefusalBanner,
  Select,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { Messages } from '../disputes/messages.tsx';
import { useRoot } from '../shell/use-root.ts';
import { disputeIntents } from './dispute-intents.ts';
import { disputeLook } from './dispute-words.ts';

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
  return redirect(`/admin/disputes/${idOf(args)}`);
}

export const action = intents(disputeIntents, {
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
      input: (value) => ({ ...value, disputeid: idOf(args) }),
      done: () => back(args, 'Message sent'),
    }),
  decide: (args) =>
    submit(args, {
      form: disputeDecisionForm,
      operation: resolveDispute,
      input: (value) => ({ ...value, disputeid: idOf(args) }),
      done: () => back(args, 'Result saved. The person has been notified.'),
    }),
});

/** One dispute: what the person reported, its deadline, and what staff can do (D46). */
export default function Dispute() {
  const { dispute } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { label, tone } = disputeLook(dispute);
  const open = dispute.resolved_dts === null;
  const when = (instant: Date | null) => (instant ? formatDateTime(instant, timeZone) : 'Not yet');
  return (
    <Page
      title={`Dispute of ${dispute.personname}`}
      crumbs={<Crumbs trail={[['Disputes', '/admin/disputes']]}>Dispute</Crumbs>}
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
      <Card title="What is disputed">
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
            ['Received', when(dispute.received_dts)],
            ['Sent to the agency', when(dispute.forwarded_dts)],
            ...(dispute.extended_dts ? [['New facts', when(dispute.extended_dts)] as const] : []),
            ['Assigned to', dispute.taken_by ?? 'No one yet'],
            ...(dispute.resolved_dts ? [['Closed', when(dispute.resolved_dts)] as const] : []),
            ...(dispute.corrected_icscore ? [['Corrected score', dispute.corrected_icscore] as const] : []),
          ]}
        />
        <p className="anywhere written">{dispute.errortext}</p>
        {dispute.explanation ? <p className="anywhere written">{dispute.explanation}</p> : null}
        {open ? (
          <Form id="take" intent={disputeIntents.take} result={result} summary={false}>
            <SubmitButton kind="default" size="small">
              {dispute.taken_by ? 'Reassign to me' : 'Assign to me'}
            </SubmitButton>
          </Form>
        ) : null}
      </Card>
      {dispute.statement ? (
        <Card title="The person’s own statement">
          <p className="anywhere written">{dispute.statement}</p>
        </Card>
      ) : null}
      <Card title="Messages" note="The person and the agency read what you write here.">
        <Messages messages={dispute.messages} mine="staff" timeZone={timeZone} />
        {open ? (
          <Form id="reply" intent={disputeIntents.reply} result={result} check={checkReply}>
            <TextArea field={reply.message} rows={4} />
            <div className="actions">
              <SubmitButton kind="default" pending="Sending">
                Send message
              </SubmitButton>
            </div>
          </Form>
        ) : null}
      </Card>
      {open ? (
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
                note="The disputed results found nothing. Choose the score that the agency gave."
              />
            </ChoiceGroup>
            <Select
              field={decision.score}
              none="Not corrected"
              options={grades.map((grade) => [grade, grade])}
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
