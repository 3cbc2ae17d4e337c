import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { bulkLimitFields, dailyRowChoices } from '#modules/network/fields.ts';
import { bulkLimitForm } from '#modules/network/forms.ts';
import { listBulkInvitations, setBulkLimit } from '#modules/network/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readAbout, submit } from '../../action.server.ts';
import {
  ChoiceGroup,
  DialogBody,
  DialogFoot,
  Form,
  RadioChoice,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { bulkAddress } from '../bulk/addresses.ts';
import { counted } from '../bulk/bulk-words.ts';
import { companyIdOf, companyOf } from './company-id.server.ts';
import { LastChange } from './last-change.tsx';

const fields = bind(bulkLimitFields);

export const meta = titled('Daily limit');

export async function loader(args: LoaderFunctionArgs) {
  const { companyid, company_name } = await companyOf(args);
  const { daily } = await perform(args, listBulkInvitations, { companyid });
  return { company_name, limit: daily.limit };
}

export async function action(sent: ActionFunctionArgs) {
  const [args, companyid] = await readAbout(sent, bulkLimitForm, companyIdOf);
  return submit(args, {
    form: bulkLimitForm,
    operation: setBulkLimit,
    input: ({ daily_rows }) => ({ companyid, daily_rows: Number(daily_rows) }),
    done: (_output, { daily_rows }) => {
      flash(args.context.visit, `Daily limit set to ${counted(Number(daily_rows))}`);
      return redirect(bulkAddress(args.params));
    },
  });
}

/** How many invitations a company may send from files in a day (D132). */
export default function BulkLimit() {
  const { company_name, limit } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Daily limit of ${company_name}`}>
      <Form
        id="bulk-limit"
        result={useActionData<typeof action>()}
        defaults={{ daily_rows: String(limit) }}
        className="dialog-form"
      >
        <DialogBody>
          <ChoiceGroup field={fields.daily_rows} hint="Invitations from files, until midnight UTC.">
            {dailyRowChoices.map((rows) => (
              <RadioChoice key={rows} field={fields.daily_rows} value={rows} label={counted(Number(rows))} />
            ))}
          </ChoiceGroup>
          <LastChange of="bulk-limit" />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Saving">Save</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
