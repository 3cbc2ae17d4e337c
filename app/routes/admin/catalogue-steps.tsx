import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { catalogueStepsFields } from '#modules/admin/fields.ts';
import { catalogueStepsForm } from '#modules/admin/forms.ts';
import { getCatalogue, saveCatalogueSteps } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, checkedBy, Form, Page, SubmitButton, TextInput } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { catalogueTrail, packagePath, regionLabels, regionOf } from './catalogue-words.ts';

export const meta = titled('Step order');

const fields = bind(catalogueStepsFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.catalogueStepsForm));

/** Every step that an application can have, with the title of one that the package does not have. */
const allSteps: Record<string, string> = {
  esign: 'E-sign consent',
  disclosure: 'Disclosure',
  authorization: 'Authorization',
  jurisdictions: 'Jurisdictions',
  name: 'Your name',
  address: 'Your addresses',
  submit: 'Review and submit',
  review: 'In progress',
};

export async function loader(args: LoaderFunctionArgs) {
  const { craid, crapackageid } = args.params;
  const { packages, providers } = await perform(args, getCatalogue, {});
  const found = packages.find((row) => row.craid === craid && row.crapackageid === crapackageid);
  if (!found) throw new Response(null, { status: 404 });
  const present = found.steps.map((step, at) => ({ ...step, position: String(at + 1) }));
  const absent = Object.entries(allSteps)
    .filter(([key]) => !found.steps.some(({ step_key }) => step_key === key))
    .map(([step_key, title]) => ({ step_key, title, position: '' }));
  const provider = providers.find((row) => row.craid === craid)?.name ?? '';
  return { package: found, provider, steps: [...present, ...absent] };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: catalogueStepsForm,
    operation: saveCatalogueSteps,
    done: (_output, value) => {
      flash(args.context.visit, 'Step order saved');
      return redirect(packagePath(value));
    },
  });
}

/** The steps of a package, which is for one provider and for people of one region (D89). */
export default function CatalogueSteps() {
  const { package: found, provider, steps } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      title="Step order"
      lead={`${found.package_descrip} (${provider}; ${regionLabels[regionOf(found)]}). Applies to new purchases.`}
      crumbs={<Crumbs trail={catalogueTrail}>{found.package_descrip}</Crumbs>}
    >
      <Card title="Steps" note="Leave a number empty to skip its step">
        <Form id="steps" result={result} defaults={{ steps }} check={check}>
          <input type="hidden" name={fields.seen.name} value={found.seen} />
          <input type="hidden" name={fields.craid.name} value={found.craid} />
          <input type="hidden" name={fields.crapackageid.name} value={found.crapackageid} />
          {steps.map(({ step_key }, at) => {
            const row = bind(catalogueStepsFields.steps.of, `steps[${at}].`);
            return (
              <fieldset key={step_key} className="step-row">
                <legend className="sr">{allSteps[step_key]}</legend>
                <input type="hidden" name={row.step_key.name} value={step_key} />
                <TextInput field={row.position} optional={false} />
                <TextInput field={row.title} />
              </fieldset>
            );
          })}
          <div className="actions">
            <SubmitButton pending="Saving">Save order</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
