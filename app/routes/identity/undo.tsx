import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { getUndo, undoChange } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { formatMoment } from '#modules/platform/browser.ts';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { submit } from '../../action.server.ts';
import { DeadLink, Facts, Form, RefusalBanner, SoloCard, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Undo a change');

const tokenOf = ({ params }: LoaderFunctionArgs | ActionFunctionArgs) => ({ token: params.token ?? '' });

const dead = (refused: string) => ({ found: null, refused });

/** Opening the link changes nothing; only the button does (D12). */
export async function loader(args: LoaderFunctionArgs) {
  const asked = await attempt(args, getUndo, tokenOf(args));
  if (asked.ok) return data({ found: asked.output, refused: null });
  const { code, refusal } = asked;
  if (code === 'identity.undo-used') return data(dead(refusal.text), { status: 410 });
  // A change that can no longer be undone is not kept, and its link is answered like one that never existed.
  if (code !== 'identity.undo-over' && code !== 'invalid-input') throw errorPage(refusal);
  return data(dead(identityTexts['undo.over']), { status: 404 });
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: undoChange,
    input: () => tokenOf(args),
    done: () => {
      flash(args.context.visit, identityTexts['undo.done']);
      return redirect('/forgotpassword/newpassword');
    },
  });
}

const names: Record<string, string> = {
  password: 'Password changed',
  email: 'Email address changed',
  mobile: 'Mobile number changed',
  'method-added': 'Verification method added',
  'method-removed': 'Verification method removed',
  primary: 'Primary verification method changed',
  off: 'Two-step verification turned off',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'codes-made': 'Recovery codes created',
  'code-used': 'Recovery code used',
};

/** The page that the link in a mail about a change opens (D103). */
export default function Undo() {
  const { found, refused } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  if (!found) {
    return (
      <DeadLink title="This change can’t be undone" lead={refused}>
        <p className="small">
          <Link to="/forgotpassword">Reset your password</Link>
        </p>
        <p className="small">
          <Link to="/support">Contact support</Link>
        </p>
      </DeadLink>
    );
  }
  return (
    <SoloCard
      title="Wasn’t this you?"
      lead="This undoes the change and every later change to how you log in. Every browser will be logged out, and you’ll set a new password."
    >
      <RefusalBanner result={result} />
      <Facts
        facts={[
          ['Change', names[found.change] ?? found.change],
          ['Time', formatMoment(found.changed_at, timeZone)],
          ['Can be undone until', formatMoment(found.expires_at, timeZone)],
        ]}
      />
      <Form id="undo" result={result} summary={false}>
        <SubmitButton size="large" wide pending="Undoing">
          Undo this change
        </SubmitButton>
      </Form>
    </SoloCard>
  );
}
