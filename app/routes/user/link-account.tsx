import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import type { FormEvent } from 'react';
import { linkAccountFields } from '#modules/applications/fields.ts';
import { linkAccountForm } from '#modules/applications/forms.ts';
import { getAccountLinking, lookUpArchivedShieldId } from '#modules/applications/index.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readTyped, submit } from '../../action.server.ts';
import {
  Banner,
  DialogBody,
  DialogFoot,
  Form,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';
import { titled } from '../../title.ts';

export const meta = titled('Link My Account');

const fields = bind(linkAccountFields);

export async function loader(args: LoaderFunctionArgs) {
  const { offered } = await perform(args, getAccountLinking, {});
  if (!offered) throw redirect('/user/profile');
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const read = { ...args, ...(await readForm(args)) };
  return submit(read, {
    form: linkAccountForm,
    operation: lookUpArchivedShieldId,
    done: ({ matchfound, shieldid }) => {
      if (!matchfound) return readTyped(read, linkAccountForm).again({ matched: false });
      flash(args.context.visit, `Your ShieldID #${shieldid} ${applicationsTexts['link.found']}`);
      return redirect('/user/profile');
    },
  });
}

function isUnmatched(result: unknown): boolean {
  return (result as { found?: { matched?: boolean } } | undefined)?.found?.matched === false;
}

/** Changes what is typed to capital letters (doc2 §5) and keeps the position of the caret. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd } = input;
  input.value = input.value.toUpperCase();
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Links the ShieldID of a former account (doc2 §2.14). */
export default function LinkAccount() {
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="Link My Account">
      <Form id="link" result={result} className="dialog-form">
        <DialogBody>
          {isUnmatched(result) ? (
            <Banner tone="bad" live="alert">
              {applicationsTexts['link.no-match']}
            </Banner>
          ) : (
            <p className="muted">
              Did you have a ShieldID in a former account? Enter it with the Social Security number and date
              of birth you used then to link it to this account.
            </p>
          )}
          <TextInput
            field={fields.shieldid}
            autoCapitalize="characters"
            spellCheck={false}
            onInput={toUpperCase}
          />
          <TextInput field={fields.ssn} />
          <TextInput field={fields.dateofbirth} />
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Searching">Link my account</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
