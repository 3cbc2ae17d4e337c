import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { reviewGoalFields } from '#modules/admin/fields.ts';
import { reviewGoalForm } from '#modules/admin/forms.ts';
import { getReviewGoals, saveReviewGoals } from '#modules/admin/index.ts';
import { goalHours, goalTypes } from '#modules/admin/statuses.ts';
import { formatZone } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, checkedBy, Form, Page, Select, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { goalWords } from './pipeline/words.ts';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Goals');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(reviewGoalFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.reviewGoalForm));

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getReviewGoals, {})), ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: reviewGoalForm,
    operation: saveReviewGoals,
    done: () => {
      flash(args.context.visit, 'Goals saved');
      return redirect('/admin/settings/goals');
    },
  });
}

const options = goalHours.map((hours) => [hours, goalWords(Number(hours))] as const);

/** Within which time staff want to look at what has no deadline by law. */
export default function Goals() {
  const { goals, time_zone, seen } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Goals"
      lead="Disputes, identity theft blocks and privacy requests have deadlines by law. Everything else gets a goal, which starts when it arrives."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Goals</Crumbs>}
    >
      <Form
        id="goals"
        result={useActionData<typeof action>()}
        defaults={goals}
        check={check}
        className="stack stack-24"
      >
        <ChangedMeanwhile fields={reviewGoalFields} saved={goals} />
        <input type="hidden" name={fields.seen.name} value={seen} />
        <Card
          title="Review within"
          note={`Business hours are 9 AM to 5 PM on business days, in ${formatZone(time_zone)}. A change also applies to what is already waiting.`}
        >
          <div className="cols">
            {goalTypes.map((type) => (
              <Select key={type} field={fields[type]} options={options} none="Choose a time" />
            ))}
          </div>
          <LastChange of={['goals']} />
        </Card>
        <div className="actions">
          <SubmitButton pending="Saving">Save goals</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
