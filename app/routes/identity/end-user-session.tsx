import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { endUserSession } from '#modules/admin/index.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { signedIn } from '#modules/platform/index.ts';
import { submit } from '../../action.server.ts';
import { Form, SoloCard, SubmitButton } from '../../components/index.ts';
import { requireCaller } from '../../door.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Exit Admin Session');

/** Opening the page does not end the session (D108). Without an admin session there is nothing to end. */
export async function loader(args: LoaderFunctionArgs) {
  const caller = await requireCaller(args, signedIn);
  if (!caller.adminAccountId) throw redirect('/user');
  return { emailaddress: caller.emailaddress };
}

/** Returns to the person's record in the staff session: here, or on the host where it began (doc1 §4). */
export async function action(args: ActionFunctionArgs) {
  const { portal, visit } = args.context;
  return submit(args, {
    form: buttonForm,
    operation: endUserSession,
    done: ({ base_hostname, userid }) => {
      const path = userid === null ? '/user' : `/admin/user/${userid}`;
      const elsewhere = base_hostname !== null && base_hostname !== visit.host;
      if (!elsewhere) return redirect(path);
      const { protocol } = new URL(portal.config.publicUrl);
      return redirect(`${protocol}//${base_hostname}${path}`);
    },
  });
}

/** With script the form is submitted automatically. */
export default function EndUserSession() {
  const { emailaddress } = useLoaderData<typeof loader>();
  const send = useSubmit();
  const sent = useRef(false);
  useEffect(() => {
    const form = document.getElementById('end');
    if (sent.current || !(form instanceof HTMLFormElement)) return;
    sent.current = true;
    send(form);
  }, [send]);
  return (
    <SoloCard title="Exit Admin Session" lead={`You are acting as ${showEmailAddress(emailaddress)}.`}>
      <Form id="end" result={useActionData<typeof action>()} reload>
        <SubmitButton size="large" wide pending="One moment">
          Exit
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
