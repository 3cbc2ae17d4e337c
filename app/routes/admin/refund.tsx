import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { refundDecisionFields } from '#modules/admin/fields.ts';
import { refundDecisionForm } from '#modules/admin/forms.ts';
import { decideOnRefund, getRefund, sendRefundAgain } from '#modules/admin/index.ts';
import { formatDateTime, formatReceiptAmount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
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
  type SentValues,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { confirmFirst } from '../../final.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { afterDecision } from './pipeline/next.server.ts';
import { WorkCrumbs } from './pipeline/work-crumbs.tsx';
import { refundIntents } from './refund-intents.ts';
import { refundCauses, refundLook } from './refund-words.ts';

export const meta = titled('Refund');

const fields = bind(refundDecisionFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.refundDecisionForm));

const idOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.refundid ?? '';

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getRefund, { refundid: idOf(args) });
}

function decide(args: ReadActionArgs, approve: 'YES' | 'NO') {
  const refundid = idOf(args);
  const pressed = approve === 'YES' ? refundIntents.approve : refundIntents.reject;
  const sent = { form: refundDecisionForm, operation: decideOnRefund };
  return confirmFirst(args, { ...sent, pressed, triedFirst: true }, (tried) =>
    submit(tried, {
      ...sent,
      input: ({ note }) => ({ refundid, approve, note }),
      done: () =>
        afterDecision(
          args,
          approve === 'YES' ? 'Refund approved' : 'Refund rejected',
          `/admin/refunds/${refundid}`,
        ),
    }),
  );
}

export const action = intents(refundIntents, {
  approve: (args) => decide(args, 'YES'),
  reject: (args) => decide(args, 'NO'),
  resend: (args) => {
    const refundid = idOf(args);
    const sent = { form: refundDecisionForm, operation: sendRefundAgain };
    return confirmFirst(args, { ...sent, triedFirst: true }, (tried) =>
      submit(tried, {
        ...sent,
        input: ({ note }) => ({ refundid, note }),
        done: ({ refundid: later }) => {
          flash(args.context.visit, 'Refund sent again');
          return redirect(later ? `/admin/refunds/${later}` : '/admin/refunds');
        },
      }),
    );
  },
});

interface ConfirmationOf {
  result: unknown;
  amount: string;
  check: string;
  /** Whether the application ends with the refund. */
  ends: boolean;
}

/** What an admin confirms before money goes back, or before it doesn't for good (D146). */
function confirmation({ result, amount, check: descrip, ends }: ConfirmationOf) {
  const noteOf = (values: SentValues) =>
    [
      'Note',
      <span key="note" className="anywhere written">
        {values.note}
      </span>,
    ] as const;
  const about = { pending: 'Saving', seenBy: 'Your note is for staff only.' };
  const moneyEnds = ends
    ? 'Refunded money can’t be taken back, and the application is closed.'
    : 'Refunded money can’t be taken back.';
  const approved = confirmationOf(result, 'decide', refundIntents.approve);
  if (approved)
    return (
      <FinalDecision
        {...about}
        id="decide"
        intent={refundIntents.approve}
        values={approved}
        decision={[['Decision', `Approve: refund ${amount} for ${descrip} now`], noteOf(approved)]}
        reads={`An email that the payment was refunded${ends ? ' and the application is closed' : ''}.`}
        final={moneyEnds}
        label={`Refund ${amount}`}
      />
    );
  const rejected = confirmationOf(result, 'decide', refundIntents.reject);
  if (rejected)
    return (
      <FinalDecision
        {...about}
        id="decide"
        intent={refundIntents.reject}
        values={rejected}
        decision={[['Decision', `Reject: don’t refund ${amount} for ${descrip}`], noteOf(rejected)]}
        reads="Nothing. They aren’t told."
        final="This refund can’t be approved anymore. A new one has to be issued."
        label="Reject for good"
      />
    );
  const again = confirmationOf(result, 'resend');
  if (!again) return null;
  return (
    <FinalDecision
      {...about}
      id="resend"
      intent={refundIntents.resend}
      values={again}
      decision={[['Decision', `Send the unrefunded part of ${amount} for ${descrip}`], noteOf(again)]}
      reads="An email when the refund goes through."
      final={moneyEnds}
      label="Send it again"
    />
  );
}

/** One refund: who issued it, and the second admin's decision (D33). */
export default function Refund() {
  const { refund, paid, refunded, reason, decision_note: decisionNote } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const { label, tone } = refundLook[refund.state];
  const { sent_again_as: later } = refund;
  const resendable = refund.state === 'failed' && !later;
  const amount = formatReceiptAmount(refund.amount, refund.currency);
  const confirmed = confirmation({
    result,
    amount,
    check: refund.package_descrip,
    ends: refund.cancel_application,
  });
  return (
    <Page
      title={`Refund of ${formatReceiptAmount(refund.amount, refund.currency)}`}
      crumbs={<WorkCrumbs trail={[['Refunds', '/admin/refunds']]}>Refund</WorkCrumbs>}
      lead={<Badge {...(tone ? { tone } : {})}>{label}</Badge>}
    >
      {refund.state === 'waiting' || resendable ? null : <RefusalBanner result={result} />}
      <Card title="Refund">
        <Facts
          facts={[
            [
              'Who',
              <Link key="who" to={`/admin/user/${refund.userid}#checks`}>
                {refund.name}
              </Link>,
            ],
            ['Check', refund.package_descrip],
            ['Amount', formatReceiptAmount(refund.amount, refund.currency)],
            [
              'Paid',
              `${formatReceiptAmount(paid)}${refunded > 0 ? `, of which ${formatReceiptAmount(refunded)} has been refunded` : ''}`,
            ],
            ['Cancel Application', refund.cancel_application ? 'Yes' : 'No'],
            ['Issued by', refund.requested_by ?? refundCauses[refund.cause]],
            ['Issued', formatDateTime(refund.requested_at, timeZone)],
            ...(refund.requested_by
              ? ([
                  [
                    'Reason',
                    <span key="reason" className="anywhere written">
                      {reason ?? 'Erased with the personal data'}
                    </span>,
                  ],
                ] as const)
              : []),
            ...(refund.decided_by && refund.decided_at
              ? ([
                  ['Decided by', refund.decided_by],
                  ['Decided', formatDateTime(refund.decided_at, timeZone)],
                  [
                    refund.state === 'rejected' ? 'Why it was rejected' : 'Note on the decision',
                    <span key="decision" className="anywhere written">
                      {decisionNote ?? 'Erased with the personal data'}
                    </span>,
                  ],
                ] as const)
              : []),
            ...(refund.failure ? ([['Payment service', refund.failure]] as const) : []),
            ...(later
              ? ([
                  [
                    'Sent again',
                    <Link key="later" to={`/admin/refunds/${later}`}>
                      Open the later refund
                    </Link>,
                  ],
                ] as const)
              : []),
          ]}
        />
      </Card>
      {confirmed}
      {refund.state === 'waiting' && !confirmed ? (
        <Card title="Decide" note="An admin other than the one who issued it must decide.">
          <Form id="decide" intent={refundIntents.approve} result={result} check={check}>
            <TextArea field={fields.note} rows={3} hint="Kept with the notes of this person." />
            <div className="actions">
              <SubmitButton intent={refundIntents.approve} pending="Approving">
                Approve refund
              </SubmitButton>
              <SubmitButton kind="danger" intent={refundIntents.reject} pending="Rejecting">
                Reject refund
              </SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
      {resendable && !confirmed ? (
        <Card title="Send again" note="The part that wasn’t refunded is sent as a new refund.">
          <Form id="resend" intent={refundIntents.resend} result={result} check={check}>
            <TextArea field={fields.note} rows={3} hint="Kept with the notes of this person." />
            <div className="actions">
              <SubmitButton intent={refundIntents.resend} pending="Sending">
                Send refund again
              </SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
    </Page>
  );
}
