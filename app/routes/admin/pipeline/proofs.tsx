import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { proofAllowanceFields } from '#modules/admin/fields.ts';
import { proofAllowanceForm } from '#modules/admin/forms.ts';
import { allowProofs, explainPipelineAlert } from '#modules/admin/index.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  ShieldId,
  SubmitButton,
  TextArea,
} from '../../../components/index.ts';
import { perform } from '../../../door.server.ts';
import { flash } from '../../../flash.server.ts';
import { titled } from '../../../title.ts';
import { loadAlert } from './alert.server.ts';

export const meta = titled('Allow more tries');

const fields = bind(proofAllowanceFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.proofAllowanceForm));

export async function loader(args: LoaderFunctionArgs) {
  const { alert } = await loadAlert(args);
  const { circumstances } = await perform(args, explainPipelineAlert, { alertid: alert.id });
  return { proofs: circumstances.proofs };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: proofAllowanceForm,
    operation: allowProofs,
    input: (value) => ({ ...value, alertid: args.params.alertid ?? '' }),
    done: () => {
      flash(args.context.visit, 'Five more tries allowed');
      return redirect(`/admin/pipeline${new URL(args.request.url).search}`);
    },
  });
}

/** Lets a former ShieldID be claimed again after too many wrong entries (D127). */
export default function AllowProofs() {
  const { proofs } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Allow more tries">
      <Form id="proofs" result={useActionData<typeof action>()} check={check} className="dialog-form">
        <DialogBody>
          {proofs ? (
            <p>
              The former ShieldID {proofs.number ? <ShieldId value={proofs.number} /> : null} had{' '}
              {formatCount(proofs.wrong, 'wrong entry', 'wrong entries')}
              {proofs.by.length > 0 ? ' by ' : ''}
              {proofs.by.map(({ userid, name }, at) => (
                <span key={userid}>
                  {at > 0 ? ', ' : ''}
                  <Link to={`/admin/user/${userid}`}>{name}</Link>
                </span>
              ))}
              . It takes no more until you allow them. This allows five more and closes the alert.
            </p>
          ) : null}
          <TextArea
            field={fields.note}
            rows={3}
            hint="Kept with the notes of the person who tried last. Don’t write the SSN."
          />
        </DialogBody>
        <DialogFoot>
          <SubmitButton>Allow five more tries</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
