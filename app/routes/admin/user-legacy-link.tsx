import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useSearchParams } from '@remix-run/react';
import { legacyLinkFields } from '#modules/admin/fields.ts';
import { legacyLinkForm } from '#modules/admin/forms.ts';
import { linkLegacyAccount } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  ShieldId,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRecord } from './use-record.ts';

export const meta = titled('Link a former account');

const fields = bind(legacyLinkFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.legacyLinkForm));

export function action(args: ActionFunctionArgs) {
  const { userid = '' } = args.params;
  return submit(args, {
    form: legacyLinkForm,
    operation: linkLegacyAccount,
    input: (value) => ({ ...value, userid }),
    done: (_output, { shieldid }) => {
      flash(args.context.visit, `Former account ${shieldid} linked. The person has been notified.`);
      return redirect(`/admin/user/${userid}#legacy`);
    },
  });
}

/** Links an account of the former system to the person, and says what that means (doc3 §2, section 11). */
export default function UserLegacyLink() {
  const { profile } = useRecord();
  const [query] = useSearchParams();
  const result = useActionData<typeof action>();
  const { firstname, abcnumber } = profile;
  return (
    <RouteDialog title="Link a former account" closeTo={{ search: '', hash: '#legacy' }}>
      <Form
        id="legacy-link"
        result={result}
        check={check}
        summary={false}
        className="dialog-form"
        defaults={{ shieldid: query.get('shieldid') ?? '' }}
      >
        <DialogBody>
          <RefusalBanner result={result} />
          <p>
            {abcnumber ? (
              <>
                {firstname} keeps <ShieldId value={abcnumber} />. The former ShieldID is added as an inactive
                one, and you can switch between them.
              </>
            ) : (
              `The former ShieldID becomes ${firstname}’s ShieldID. It brings no score: that comes with a check.`
            )}
          </p>
          <TextInput
            field={fields.shieldid}
            autoCapitalize="characters"
            spellCheck={false}
            hint="Social Security number and date of birth must be those of the former account, where we know them."
          />
          <TextArea field={fields.reason} hint="Kept in the audit log, with your name." rows={3} />
          <p className="muted">We’ll notify them by email.</p>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Linking">Link former account</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
