import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { intakeWays, packageIntakeFields, packageWays } from '#modules/applications/fields.ts';
import { packageIntakeForm } from '#modules/applications/forms.ts';
import { takeInPackage } from '#modules/applications/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { Refusal } from '#modules/platform/index.ts';
import { type ReadActionArgs, readAllowed, submit } from '../../action.server.ts';
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
import { refusedForm, withFiles } from '../../file-form.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { packageAccept, packageHint, packageMost } from '../application/package-file.ts';
import { packageIn, packageLimits } from '../application/package-in.server.ts';

export const meta = titled('Record a paper package');

const fields = bind(packageIntakeFields);

const idOf = ({ params }: ActionFunctionArgs) => params.applicationid ?? '';

export const action = (args: ActionFunctionArgs) => withFiles(args, filesOf(args), (read) => takeIn(read));

const filesOf = (args: ActionFunctionArgs) => ({
  operation: takeInPackage,
  about: () => ({ applicationid: idOf(args) }),
  files: packageLimits,
  refused: (refusal: Refusal) => refusedForm('intake', refusal),
});

async function takeIn(args: ReadActionArgs) {
  const read = packageIn(args.files);
  if ('words' in read) {
    const typed = await readAllowed(args, packageIntakeForm, takeInPackage);
    return typed.again({}, { package: [read.words] });
  }
  const applicationid = idOf(args);
  return submit(args, {
    form: packageIntakeForm,
    operation: takeInPackage,
    input: (value) => ({ ...value, applicationid, package: read.chosen }),
    done: () => {
      flash(args.context.visit, 'Package taken in');
      return redirect(`/admin/application/${applicationid}`);
    },
  });
}

/** Takes in a paper package that came by mail, email or courier, or in person (D94). */
export default function TakeInPackage() {
  return (
    <RouteDialog title="Record a paper package">
      <Form id="intake" result={useActionData<typeof action>()} multipart className="dialog-form">
        <DialogBody>
          <p className="muted">
            For a package that wasn’t uploaded. It is then reviewed like an uploaded one.
          </p>
          <FileInput
            name="package"
            label="Scan"
            accept={packageAccept}
            most={packageMost}
            multiple
            hint={packageHint}
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
