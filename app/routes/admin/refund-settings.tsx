import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { refundSettingsFields } from '#modules/admin/fields.ts';
import { refundSettingsForm } from '#modules/admin/forms.ts';
import { getRefundSettings, saveRefundSettings } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, checkedBy, Form, Page, SubmitButton, TextInput } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Refund settings');

const fields = bind(refundSettingsFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.refundSettingsForm));

const dollars = (cents: number) => (cents / 100).toFixed(2);

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getRefundSettings, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: refundSettingsForm,
    operation: saveRefundSettings,
    input: ({ approval }) => ({ approval: dollars(approval) }),
    done: () => {
      flash(args.context.visit, 'Settings saved');
      return redirect('/admin/settings/refunds');
    },
  });
}

/** The amount above which a refund needs a second admin (D33). */
export default function RefundSettings() {
  const { approval_cents } = useLoaderData<typeof loader>();
  return (
    <Page title="Refund settings" crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Refunds</Crumbs>}>
      <Card title="Second admin">
        <Form
          id="refund-settings"
          result={useActionData<typeof action>()}
          defaults={{ approval: dollars(approval_cents) }}
          check={check}
        >
          <TextInput
            field={fields.approval}
            hint="In dollars. Earlier refunds of the same purchase count toward it. Enter 0 to require a second admin every time."
          />
          <div className="actions">
            <SubmitButton pending="Saving">Save settings</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
