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
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import {
  catalogName,
  catalogueTrail,
  documentLabel,
  packagePath,
  regionLabels,
  regionOf,
} from './catalogue-words.ts';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Step order');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(catalogueStepsFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.catalogueStepsForm));

/** Every step that an application can have, except notices, as staff read it. */
const fixedSteps: Record<string, string> = {
  esign: 'E-sign consent',
  disclosure: 'Disclosure',
  authorization: 'Authorization',
  jurisdictions: 'Jurisdictions',
  name: 'The applicant’s name',
  address: 'The applicant’s addresses',
  submit: 'Review and submit',
  manual: 'Sign on paper',
  review: 'In progress',
};

/** The titles that applicants read, where the package does not have the step and they are not the same. */
const titles: Record<string, string> = { name: 'Your name', address: 'Your addresses' };

export async function loader(args: LoaderFunctionArgs) {
  const { craid, crapackageid } = args.params;
  const { packages, providers, documents } = await perform(args, getCatalogue, {});
  const found = packages.find((row) => row.craid === craid && row.crapackageid === crapackageid);
  if (!found) throw new Response(null, { status: 404 });
  const labels = { ...fixedSteps, ...noticesOf(documents.filter((row) => row.craid === craid)) };
  const present = found.steps.map((step, at) => ({
    ...step,
    states: step.states.join(', '),
    position: String(at + 1),
  }));
  const absent = Object.entries(labels)
    .filter(([key]) => !found.steps.some(({ step_key }) => step_key === key))
    .map(([step_key, title]) => ({
      step_key,
      title: titles[step_key] ?? title,
      states: step_key.startsWith('notice-') ? step_key.slice('notice-'.length) : '',
      position: '',
    }));
  const provider = providers.find((row) => row.craid === craid)?.name ?? '';
  return { package: found, provider, labels, steps: [...present, ...absent], ...(await portalChanges(args)) };
}

/** The steps for a provider's notices. */
function noticesOf(documents: readonly Parameters<typeof documentLabel>[0][]): Record<string, string> {
  const notices = documents.filter(({ kind }) => kind === 'notice');
  return Object.fromEntries(notices.map((row) => [`notice-${row.state}`, documentLabel(row)]));
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

/** The steps of a package, which belongs to one provider and is for people of one region (D89). */
export default function CatalogueSteps() {
  const { package: found, provider, labels, steps } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      title="Step order"
      lead={`${found.package_descrip} (${provider}; ${regionLabels[regionOf(found)]}). Applies to new purchases.`}
      crumbs={<Crumbs trail={catalogueTrail}>{found.package_descrip}</Crumbs>}
    >
      <Card
        title="Steps"
        aside={<LastChange of={catalogName.package(found)} />}
        note="Leave a number empty to skip its step. Enter states as CA, NY to show a step only to applicants who named one of them."
      >
        <Form id="steps" result={result} defaults={{ steps }} check={check}>
          <input type="hidden" name={fields.seen.name} value={found.seen} />
          <input type="hidden" name={fields.craid.name} value={found.craid} />
          <input type="hidden" name={fields.crapackageid.name} value={found.crapackageid} />
          {steps.map(({ step_key }, at) => {
            const row = bind(catalogueStepsFields.steps.of, `steps[${at}].`);
            return (
              <fieldset key={step_key} className="step-row">
                <legend className="sr">{labels[step_key]}</legend>
                <input type="hidden" name={row.step_key.name} value={step_key} />
                <TextInput field={row.position} optional={false} />
                <TextInput field={row.title} />
                <TextInput field={row.states} optional={false} />
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
