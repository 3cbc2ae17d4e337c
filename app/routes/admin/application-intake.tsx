import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { intakeWays, packageIntakeFields, packageWays } from '#modules/applications/fields.ts';
import { packageIntakeForm } from '#modules/applications/forms.ts';
import { takeInPackage } from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { readTyped, submit } from '../../action.server.ts';
import {
  ChoiceGroup,
  DialogBody,
  DialogFoot,
  FileInput,
  Form,
  RadioChoice,
  RouteDialog,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { readForm } from '../../form.server.ts';
import { titled } from '../../title.ts';
import { readPackageFile } from '../application/package-file.ts';

export const meta = titled('Take in a paper package');

const fields = bind(packageIntakeFields);

export async function action(args: ActionFunctionArgs) {
  await requireAllowed(args, takeInPackage);
  const formData = await readForm(args.request);
  const file = await readPackageFile(formData);
  formData.delete('package');
  const read = { ...args, formData };
  if ('words' in file) return readTyped(read, packageIntakeForm).again({}, { package: [file.words] });
  const applicationid = args.params.applicationid ?? '';
  return submit(read, {
    form: packageIntakeForm,
    operation: takeInPackage,
    input: (value) => ({ ...value, applicationid, package: file.body }),
    done: () => {
      flash(args.context.visit, 'Package taken in');
      return redirect(`/admin/application/${applicationid}`);
    },
  });
}

/** Takes in a paper package that came by mail, email or courier, or in person (D94). */
export default function TakeInPackage() {
  return (
    <RouteDialog title="Take in a paper package">
      <Form id="intake" result={useActionData<typeof action>()} multipart className="dialog-form">
        <DialogBody>
          <p className="muted">
            For a package that wasn’t uploaded. It is then reviewed like an uploaded one.
          </p>
          <FileInput
            name="package"
            label="Scan"
            accept="application/pdf,.pdf"
            hint={`A PDF of at most ${packageBytes / 1_048_576} MB without a password.`}
          />
          <TextInput field={fields.received} />
          <ChoiceGroup field={fields.way}>
            {intakeWays.map((way) => (
              <RadioChoice key={way} field={fields.way} value={way} label={packageWays[way]} />
            ))}
          </ChoiceGroup>
        </DialogBody>
        <DialogFoot>
          <SubmitButton pending="Uploading">Take in</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
