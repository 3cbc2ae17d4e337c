import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { companyOwnerFields } from '#modules/admin/fields.ts';
import { companyOwnerForm } from '#modules/admin/forms.ts';
import { getCompanyBilling, switchCompanyOwner } from '#modules/admin/index.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readAbout, submit } from '../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { CompanyCard } from '../team/company-card.tsx';
import { loadRow } from '../team/team.server.ts';
import { memberName, teamAddress } from '../team/team-words.ts';
import { companyIdOf } from './company-id.server.ts';

const fields = bind(companyOwnerFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.companyOwnerForm));

export const meta = titled('Transfer Ownership');

export async function loader(args: LoaderFunctionArgs) {
  const { row, owner } = await loadRow(args, 'switchowner');
  const { paymentmethod: card } = await perform(args, getCompanyBilling, {
    companyid: await companyIdOf(args),
  });
  return { next: memberName(row), former: owner ? memberName(owner) : '', card };
}

export async function action(sent: ActionFunctionArgs) {
  const [args, companyid] = await readAbout(sent, companyOwnerForm, companyIdOf);
  return submit(args, {
    form: companyOwnerForm,
    operation: switchCompanyOwner,
    input: ({ remove_card, reason }) => ({
      companyid,
      memberid: args.params.memberid ?? '',
      remove_card: remove_card ? ('YES' as const) : ('NO' as const),
      reason,
    }),
    done: ({ userid }) => {
      flash(args.context.visit, enterpriseTexts['console.owner-switched']);
      // The company's record is that of its owner.
      return redirect(`${teamAddress(userid)}#team`);
    },
  });
}

/** Asks staff why another member becomes the owner, and says who pays afterwards (doc3 §4, D143). */
export default function CompanyOwner() {
  const { next, former, card } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title={`Make ${next} the owner?`}>
      <Form id="company-owner" result={result} check={check} className="dialog-form">
        <DialogBody>
          <p className="muted">
            {former} becomes an admin and can’t issue coupons until the new owner allows it. {next} can then
            change the company’s settings, payment method, and team. Both are logged out, have to log in
            again, and are emailed.
          </p>
          <CompanyCard card={card} next={next} />
          <TextArea field={fields.reason} hint="Kept in the audit log, with your name." rows={3} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Transferring">
            Make owner
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
