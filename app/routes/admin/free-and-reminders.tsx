import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { limitFields } from '#modules/admin/fields.ts';
import { limitForm } from '#modules/admin/forms.ts';
import { getLimits, saveLimits } from '#modules/admin/index.ts';
import { type DayField, dayFields, dayRules } from '#modules/admin/statuses.ts';
import type { DayRule } from '#modules/platform/fields/days.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Card,
  Crumbs,
  checkedBy,
  Form,
  Page,
  Select,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Limits and reminders');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(limitFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.limitForm));

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getLimits, {})), ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: limitForm,
    operation: saveLimits,
    done: () => {
      flash(args.context.visit, 'Limits and reminders saved');
      return redirect('/admin/settings/limits');
    },
  });
}

/** `of` is the name of its last change. */
const reminders: Record<DayField, { title: string; note: string; of: string }> = {
  reminder_days: {
    title: 'Renewal reminders',
    note: 'People also get one email after their score has expired. No one gets the same reminder twice.',
    of: 'reminder-days',
  },
  application_days: {
    title: 'Open applications',
    note: 'Counted from the last thing the person did. They get these emails until they submit.',
    of: 'application-days',
  },
  score_days: {
    title: 'Scores ready for review',
    note: 'After three reminders and 30 days without an answer, staff can decide.',
    of: 'score-days',
  },
  invitation_days: {
    title: 'Invitations without an answer',
    note: 'An invitation expires after 30 days. No one is reminded after they answer, ignore it, or opt out.',
    of: 'invitation-days',
  },
  card_days: {
    title: 'Expiring company cards',
    note: 'Goes to the owner of the company. No one gets the same email twice.',
    of: 'card-days',
  },
};

function hintOf({ least, most, upTo, initial }: DayRule): string {
  const count = least === most ? `${most} different days` : `Up to ${most} days`;
  return `${count} from 1 to ${upTo}, such as ${initial.join(', ')}`;
}

const choices = limitFields.free_people.values.map((people) => [people, people] as const);

/** How many people can be found for free, and when people are reminded of a renewal. */
export default function FreeAndReminders() {
  const { limits, seen } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Limits and reminders"
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Limits and reminders</Crumbs>}
    >
      <Form
        id="limits"
        result={useActionData<typeof action>()}
        defaults={limits}
        check={check}
        className="stack stack-24"
      >
        <ChangedMeanwhile fields={limitFields} saved={limits} />
        <input type="hidden" name={fields.seen.name} value={seen} />
        <Card
          title="Free searches"
          note="For people without a company profile. A change applies from the next search."
          aside={<LastChange of="free-people" />}
        >
          <Select field={fields.free_people} options={choices} none="Choose how many" />
        </Card>
        {dayFields.map((field) => {
          const { title, note, of } = reminders[field];
          return (
            <Card key={field} title={title} note={note} aside={<LastChange of={of} />}>
              <TextInput field={fields[field]} hint={hintOf(dayRules[field])} />
            </Card>
          );
        })}
        <div className="actions">
          <SubmitButton pending="Saving">Save limits and reminders</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
