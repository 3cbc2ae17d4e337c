import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getDashboardSettings, saveDashboardSettings } from '#modules/admin/index.ts';
import { dashboardFields } from '#modules/enterprise/fields.ts';
import { dashboardForm } from '#modules/enterprise/forms.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, checkedBy, Form, Page, SubmitButton, TextInput } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Dashboards');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(dashboardFields);
const check = checkedBy(() => import('#modules/enterprise/forms.ts').then((forms) => forms.dashboardForm));

export async function loader(args: LoaderFunctionArgs) {
  return { saved: await perform(args, getDashboardSettings, {}), ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: dashboardForm,
    operation: saveDashboardSettings,
    done: () => {
      flash(args.context.visit, 'Dashboards saved');
      return redirect('/admin/settings/dashboards');
    },
  });
}

/** The addresses that the frames of the dashboards show (D62). */
export default function DashboardSettings() {
  const { seen, ...saved } = useLoaderData<typeof loader>().saved;
  return (
    <Page
      title="Dashboards"
      lead="The portal shows its own charts. You can show your own reporting tool instead."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Dashboards</Crumbs>}
    >
      <Form
        id="dashboards"
        result={useActionData<typeof action>()}
        defaults={saved}
        check={check}
        className="stack stack-24"
      >
        <ChangedMeanwhile fields={dashboardFields} saved={saved} />
        <input type="hidden" name={fields.seen.name} value={seen} />
        <Card title="Addresses" note="Leave an address empty to show our own charts.">
          <TextInput
            field={fields.enterprise}
            hint="Starts with https://. We put the company’s ID where you write {companyid}. Anyone who has the address can open it, so the tool must ask people to sign in."
          />
          <TextInput field={fields.admin} hint="Starts with https://. Shown to staff only." />
          <LastChange of={['dashboard.enterprise', 'dashboard.admin']} />
        </Card>
        <div className="actions">
          <SubmitButton pending="Saving">Save dashboards</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
