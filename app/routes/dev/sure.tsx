import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { useParams } from '@remix-run/react';
import { DialogBody, DialogFoot, Facts, Form, RouteDialog, SubmitButton } from '#app/components/index.ts';
import { flash } from '#app/flash.server.ts';
import { developmentOnly } from './development.server.ts';

export function loader({ context }: LoaderFunctionArgs) {
  developmentOnly(context);
  return null;
}

export function action({ context, request }: ActionFunctionArgs) {
  developmentOnly(context);
  flash(context.visit, 'Eduardo Salinas left your network');
  return redirect(`/dev/ui${new URL(request.url).search}`);
}

/** A dialog that is a route: its own page without script, a modal with script. */
export default function Sure() {
  const wide = useParams().kind === 'wide';
  return (
    <RouteDialog title={wide ? 'Network details' : 'Are you sure?'} wide={wide}>
      <Form id="sure" className="dialog-form">
        <DialogBody>
          <p className="muted">
            Eduardo Salinas leaves your network. You no longer see his score, and he is told.
          </p>
          {wide ? <Facts facts={[['Company', 'Salinas Landscape Co.']]} /> : null}
        </DialogBody>
        <DialogFoot>
          <SubmitButton kind="danger">Yes</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
