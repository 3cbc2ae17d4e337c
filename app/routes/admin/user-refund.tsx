import { type ActionFunctionArgs, data } from '@remix-run/node';
import { useActionData, useNavigate, useParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { refundFields } from '#modules/admin/fields.ts';
import { refundForm } from '#modules/admin/forms.ts';
import { submitRefund } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { formatReceiptAmount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { submit } from '../../action.server.ts';
import {
  Banner,
  Checkbox,
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RadioChoice,
  RouteDialog,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { titled } from '../../title.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Issue refund');

const fields = bind(refundFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.refundForm));

export function action(args: ActionFunctionArgs) {
  const applicationid = args.params.applicationid ?? '';
  return submit(args, {
    form: refundForm,
    operation: submitRefund,
    input: ({ extent, refundamount, cancel_application, note }) => ({
      applicationid,
      refundamount: extent === 'full' ? '' : refundamount,
      cancel_application: extent === 'full' || cancel_application ? ('YES' as const) : ('NO' as const),
      note,
    }),
    done: ({ state }) =>
      data({ issued: purchasingTexts[state === 'waiting' ? 'refund.waits' : 'refund.sent'] }),
  });
}

/** Refunds money for a check, in full or in part (doc3 §4, §5, D33). A full refund always ends the check (D113). */
export default function UserRefund() {
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Issue refund">
      {result && 'issued' in result ? <Issued words={result.issued} /> : <RefundForm result={result} />}
    </RouteDialog>
  );
}

/** With script, the dialog closes by itself. */
function Issued({ words }: { words: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(
      () => navigate('..', { preventScrollReset: true }),
      adminTimings['refund.dialog-closes'],
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <DialogBody>
        <Banner tone="ok" live="status" title={words} />
      </DialogBody>
      <DialogFoot cancel="Close" />
    </>
  );
}

/** What a full refund ends, and what stays (D117). The score of an active check has its own words. */
function endOf(status: string): string {
  switch (status) {
    case 'done':
      return 'This check is finished, and its score isn’t the active one. A refund changes nothing else.';
    case 'cancelled':
    case 'refunded':
      return 'This application is closed. A refund changes nothing else.';
    case 'correctionrequest':
      return 'A full refund ends this check once the open dispute has its result.';
    case 'newrequiresapproval':
      return 'A full refund closes this application. Its score can’t be activated anymore.';
    case 'submitted':
    case 'inprogress':
    case 'clearidaction':
      return 'A full refund closes this application. A result that the agency still sends isn’t used.';
    default:
      return 'A full refund closes this application.';
  }
}

function RefundForm({ result }: { result: unknown }) {
  const { applications } = useRecord();
  const { applicationid } = useParams();
  // Known only with script. A full refund always closes the application, so that there is nothing to choose.
  const [full, setFull] = useState(false);
  const application = applications.find(({ id }) => id === applicationid);
  const untouched = application?.refunded_amount === 0;
  useEffect(() => setFull(untouched), [untouched]);
  if (!application) {
    return (
      <>
        <DialogBody>
          <p>This person has no such background check.</p>
        </DialogBody>
        <DialogFoot cancel="Close" />
      </>
    );
  }
  const {
    paid_amount,
    refunded_amount,
    package_descrip,
    active,
    composite_status_code: status,
  } = application;
  const left = paid_amount - refunded_amount;
  return (
    <Form
      id="refund"
      result={result}
      defaults={{ extent: untouched ? 'full' : 'partial' }}
      check={check}
      className="dialog-form"
    >
      <DialogBody>
        <p>
          <b>{package_descrip}</b>
          <br />
          {formatReceiptAmount(paid_amount)} was paid
          {untouched ? null : ` and ${formatReceiptAmount(refunded_amount)} of it refunded`}.
        </p>
        {active ? (
          <Banner tone="warn">
            {purchasingTexts['refund.expires-score']} A former score that is still valid becomes active again.
          </Banner>
        ) : (
          <p>{endOf(status)}</p>
        )}
        <p>
          A partial refund ends nothing: the check keeps its status
          {active ? ' and the score stays active' : null}. A refund of all that is left counts as a full one.
        </p>
        {untouched ? (
          <ChoiceGroup field={fields.extent}>
            <RadioChoice
              field={fields.extent}
              value="full"
              onChange={() => setFull(true)}
              label={`Full amount, ${formatReceiptAmount(left)}`}
            />
            <RadioChoice
              field={fields.extent}
              value="partial"
              label="Other amount"
              onChange={() => setFull(false)}
            />
          </ChoiceGroup>
        ) : (
          <input type="hidden" name={fields.extent.name} value="partial" />
        )}
        <TextInput
          field={fields.refundamount}
          optional={false}
          hint={`${untouched ? 'For another amount, up' : 'Up'} to ${formatReceiptAmount(left)}`}
        />
        <Checkbox
          field={fields.cancel_application}
          key={String(full)}
          {...(full ? { defaultChecked: true, disabled: true } : {})}
          note={`A full refund always closes an open application. With a partial one, check this to close it too. ${active ? 'An active score isn’t affected.' : 'A finished check isn’t affected.'}`}
        />
        <TextArea field={fields.note} rows={3} hint="Kept with the notes of this record." />
      </DialogBody>
      <DialogFoot>
        <SubmitButton kind="danger" pending="Issuing">
          Issue refund
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
