import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { controlChangeFields, controlDecisionFields } from '#modules/admin/fields.ts';
import { controlChangeForm, controlDecisionForm } from '#modules/admin/forms.ts';
import { decideControlChange, getControls, requestControlChange } from '#modules/admin/index.ts';
import { controlTitles } from '#modules/admin/statuses.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Banner,
  Card,
  Crumbs,
  checkedBy,
  Facts,
  Form,
  Page,
  RefusalBanner,
  Select,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { controlIntents } from './control-intents.ts';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Controls');

const asking = bind(controlChangeFields);
const deciding = bind(controlDecisionFields);
const checkAsk = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.controlChangeForm));
const checkDecision = checkedBy(() =>
  import('#modules/admin/forms.ts').then((forms) => forms.controlDecisionForm),
);

const here = '/admin/settings/controls';

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getControls, {})), ...(await portalChanges(args)) };
}

const asked = {
  nothing: 'That’s already the value. Nothing was changed.',
  admin: 'Requested. Another admin has to approve it.',
  time: 'Requested. It takes effect in 24 hours.',
} as const;

function decide(args: ReadActionArgs, approve: 'YES' | 'NO', words: string) {
  const changeid = String(args.formData.get('changeid') ?? '');
  args.formData.delete('changeid');
  return submit(args, {
    form: controlDecisionForm,
    operation: decideControlChange,
    input: ({ note }) => ({ changeid, approve, note }),
    done: () => {
      flash(args.context.visit, words);
      return redirect(here);
    },
  });
}

export const action = intents(controlIntents, {
  ask: (args) =>
    submit(args, {
      form: controlChangeForm,
      operation: requestControlChange,
      done: ({ waits_for }) => {
        flash(args.context.visit, asked[waits_for]);
        return redirect(here);
      },
    }),
  approve: (args) => decide(args, 'YES', 'Approved. It is in effect now.'),
  reject: (args) => decide(args, 'NO', 'The change was not made'),
});

type Control = OutputOf<typeof getControls>['controls'][number];

const notes: Record<Control['control'], string> = {
  'refund-limit':
    'A refund above this amount needs a second admin. Earlier refunds of the same purchase count toward it. 0 means every refund.',
  'account-linking':
    'Lets people link a ShieldID from a former account to their profile, by SSN and date of birth.',
};

/** What one admin could weaken alone, and therefore changes only with a second one (D145). */
export default function Controls() {
  const { controls, others } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      title="Controls"
      lead="One admin requests a change, and another approves it. Every admin is notified."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Controls</Crumbs>}
    >
      <RefusalBanner result={result} />
      {others > 0 ? null : (
        <Banner tone="warn" title="You’re the only admin.">
          A change takes effect 24 hours after you request it. The support address gets an email now, and
          another one when the change takes effect.
        </Banner>
      )}
      {controls.map((control) => (
        <Card key={control.control} title={controlTitles[control.control]} note={notes[control.control]}>
          <Facts facts={[['Now', <b key="now">{control.words}</b>]]} />
          <LastChange of={control.control} />
          {control.waiting ? (
            <Waiting control={control} waiting={control.waiting} result={result} />
          ) : (
            <Ask control={control} result={result} />
          )}
        </Card>
      ))}
    </Page>
  );
}

function Ask({ control: { control, value }, result }: { control: Control; result: unknown }) {
  const typed = control === 'refund-limit' ? (Number(value) / 100).toFixed(2) : value;
  return (
    <Form
      id={`ask-${control}`}
      intent={controlIntents.ask}
      result={result}
      defaults={{ value: typed }}
      check={checkAsk}
    >
      <input type="hidden" name={asking.control.name} value={control} />
      {control === 'refund-limit' ? (
        <TextInput field={asking.value} hint="In dollars" />
      ) : (
        <Select
          field={asking.value}
          none="Choose"
          options={[
            ['on', 'On'],
            ['off', 'Off'],
          ]}
        />
      )}
      <TextArea field={asking.reason} rows={3} hint="The other admins read it." />
      <div className="actions">
        <SubmitButton kind="default" pending="Asking">
          Ask for this change
        </SubmitButton>
      </div>
    </Form>
  );
}

interface WaitingProps {
  control: Control;
  waiting: NonNullable<Control['waiting']>;
  result: unknown;
}

function Waiting({ control: { control }, waiting, result }: WaitingProps) {
  const { timeZone } = useRoot();
  const { id, words, reason, requested_by, requested_dts, effective_dts: effective, own } = waiting;
  return (
    <>
      <Facts
        facts={[
          ['Asked for', <b key="value">{words}</b>],
          ['By', `${requested_by}, ${formatDateTime(requested_dts, timeZone)}`],
          [
            'Reason',
            <span key="reason" className="anywhere written">
              {reason}
            </span>,
          ],
          [
            'Takes effect',
            effective ? formatDateTime(effective, timeZone) : 'When another admin approves it',
          ],
        ]}
      />
      <Form id={`decide-${control}`} intent={controlIntents.reject} result={result} check={checkDecision}>
        <input type="hidden" name="changeid" value={id} />
        <TextArea field={deciding.note} rows={2} />
        <div className="actions">
          {own ? (
            <SubmitButton kind="default" intent={controlIntents.reject} pending="Taking back">
              Take it back
            </SubmitButton>
          ) : (
            <>
              <SubmitButton intent={controlIntents.approve} pending="Approving">
                Approve change
              </SubmitButton>
              <SubmitButton kind="danger" intent={controlIntents.reject} pending="Rejecting">
                Reject change
              </SubmitButton>
            </>
          )}
        </div>
      </Form>
    </>
  );
}
