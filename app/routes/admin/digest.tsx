import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { digestFields } from '#modules/admin/fields.ts';
import { digestForm } from '#modules/admin/forms.ts';
import { getDigestChoice, saveDigestChoice } from '#modules/admin/index.ts';
import { digestHours } from '#modules/admin/limits.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, Form, Page, SubmitButton, Switch } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Morning email');

const fields = bind(digestFields);

export async function loader(args: LoaderFunctionArgs) {
  return perform(args, getDigestChoice, {});
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: digestForm,
    operation: saveDigestChoice,
    done: () => {
      flash(args.context.visit, 'Morning email saved');
      return redirect('/admin/settings/digest');
    },
  });
}

/** Each member of staff's own switch of their morning email. */
export default function Digest() {
  const { wanted } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Morning email"
      lead="This setting applies only to you."
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Morning email</Crumbs>}
      narrow
    >
      <Card
        title="What’s waiting for you"
        note={`Sent once a day between ${digestHours.from} AM and noon, in the portal’s time zone. No email if nothing is waiting.`}
      >
        <Form id="digest" result={useActionData<typeof action>()} defaults={{ wanted }}>
          <Switch
            field={fields.wanted}
            note="What’s waiting and overdue: work assigned to you or to no one yet, and what needs a second admin."
          />
          <div className="actions">
            <SubmitButton pending="Saving">Save morning email</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
