import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getTourTexts, saveTourTexts } from '#modules/admin/index.ts';
import { tourStepFields } from '#modules/enterprise/fields.ts';
import { tourTextsForm } from '#modules/enterprise/forms.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, Form, Page, SubmitButton, TextArea, TextInput } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Guided tour');

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getTourTexts, {})), ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: tourTextsForm,
    operation: saveTourTexts,
    done: () => {
      flash(args.context.visit, 'Tour saved');
      return redirect('/admin/settings/tour');
    },
  });
}

/** The texts of the guided tour, one for each step (D34). */
export default function TourTexts() {
  const { steps } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Guided tour"
      lead="People start it from the menu. Steps about something a person doesn’t have are skipped."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Guided tour</Crumbs>}
    >
      <Card title="Steps" aside={<LastChange of="tour" />}>
        <Form id="tour" result={useActionData<typeof action>()} defaults={{ steps }}>
          {steps.map(({ name }, at) => {
            const fields = bind(tourStepFields, `steps[${at}].`);
            return (
              <fieldset key={name} className="choices stack">
                <legend className="label">Step {at + 1}</legend>
                <input type="hidden" name={fields.name.name} value={name} />
                <TextInput field={fields.title} />
                <TextArea field={fields.text} rows={2} />
              </fieldset>
            );
          })}
          <div className="actions">
            <SubmitButton pending="Saving">Save tour</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
