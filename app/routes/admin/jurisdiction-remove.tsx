import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getCatalogue, removeJurisdiction } from '#modules/admin/index.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { DialogBody, DialogFoot, Form, RouteDialog, SubmitButton } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Remove jurisdiction');

export async function loader(args: LoaderFunctionArgs) {
  const { jurisdictions } = await perform(args, getCatalogue, {});
  const found = jurisdictions.find(({ abbr }) => abbr === args.params.abbr);
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: removeJurisdiction,
    input: () => ({ abbr: args.params.abbr ?? '' }),
    done: ({ removed }) => {
      if (removed) flash(args.context.visit, 'Jurisdiction removed');
      else flash(args.context.visit, adminTexts['catalogue.jurisdiction-kept'], 'bad');
      return redirect('/admin/catalogue#jurisdictions');
    },
  });
}

/** Asks before a jurisdiction is no longer among those that applicants are asked about. */
export default function RemoveJurisdiction() {
  const { description } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Remove ${description}?`}>
      <Form id="remove-jurisdiction" result={useActionData<typeof action>()} className="dialog-form">
        <DialogBody>
          <p>
            Applicants are no longer asked whether they lived in {description}. It can’t be removed while an
            application refers to it.
          </p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger" pending="Removing">
            Remove jurisdiction
          </SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
