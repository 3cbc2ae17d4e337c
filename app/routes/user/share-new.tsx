import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { mailedShareTerm, shareLinkFields, shareTerms } from '#modules/network/fields.ts';
import { shareLinkForm } from '#modules/network/forms.ts';
import { makeShareLink } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  ChoiceGroup,
  checkedBy,
  DialogBody,
  DialogFoot,
  Form,
  RadioChoice,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { titled } from '../../title.ts';

export const meta = titled('New share link');

const fields = bind(shareLinkFields);
const check = checkedBy(() => import('#modules/network/forms.ts').then((forms) => forms.shareLinkForm));

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: shareLinkForm,
    operation: makeShareLink,
    done: ({ linkid }) => redirect(`/user/share/link/${linkid}`),
  });
}

export default function ShareNew() {
  const result = useActionData<typeof action>();
  return (
    <RouteDialog title="New share link">
      <Form
        id="new-link"
        result={result}
        defaults={{ days: mailedShareTerm }}
        check={check}
        className="dialog-form"
      >
        <DialogBody>
          <RefusalBanner result={result} />
          <TextInput field={fields.label} hint="Only you see it, such as a job or a gate." />
          <ChoiceGroup field={fields.days}>
            {shareTerms.map((days) => (
              <RadioChoice
                key={days}
                field={fields.days}
                value={days}
                label={formatCount(Number(days), 'day')}
              />
            ))}
          </ChoiceGroup>
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton pending="Creating">Create link</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
