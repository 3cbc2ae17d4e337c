import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { suppressionLiftFields } from '#modules/admin/fields.ts';
import { suppressionLiftForm } from '#modules/admin/forms.ts';
import { getSuppression, liftAddressSuppression } from '#modules/admin/index.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
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

export const meta = titled('Remove from list');

const fields = bind(suppressionLiftFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.suppressionLiftForm));

const suppressionOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({
  suppressionid: params.suppressionid ?? '',
});

export const loader = (args: LoaderFunctionArgs) => perform(args, getSuppression, suppressionOf(args));

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: suppressionLiftForm,
    operation: liftAddressSuppression,
    input: (value) => ({ ...value, ...suppressionOf(args) }),
    done: () => {
      flash(args.context.visit, 'Address removed from the list');
      return redirect('/admin/suppressions');
    },
  });
}

/** Takes an address off the suppression list (doc3 §4). */
export default function LiftSuppression() {
  const { emailaddress, reason } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Remove this address from the list?">
      <Form id="lift" result={useActionData<typeof action>()} check={check} className="dialog-form">
        <DialogBody>
          <p>
            <b className="anywhere">{showEmailAddress(emailaddress)}</b> is on the list because {reason}. Once
            you remove it, we send it emails again. If one fails, the address is put back on the list.
          </p>
          <TextArea field={fields.note} rows={3} hint="Kept in the audit log." />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Removing">Remove from list</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
