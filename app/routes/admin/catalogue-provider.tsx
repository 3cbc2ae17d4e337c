import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { catalogueProviderFields } from '#modules/admin/fields.ts';
import { catalogueProviderForm } from '#modules/admin/forms.ts';
import { getCatalogue, saveCatalogueProvider } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import { Card, Crumbs, checkedBy, Form, Page, SubmitButton, TextInput } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { catalogName, catalogueTrail } from './catalogue-words.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Provider');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(catalogueProviderFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.catalogueProviderForm));

export async function loader(args: LoaderFunctionArgs) {
  const { craid } = args.params;
  const { providers } = await perform(args, getCatalogue, {});
  const known = providers.find((row) => row.craid === craid) ?? null;
  if (craid !== undefined && !known) throw new Response(null, { status: 404 });
  return { known, ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: catalogueProviderForm,
    operation: saveCatalogueProvider,
    done: () => {
      flash(args.context.visit, 'Provider saved');
      return redirect('/admin/catalogue');
    },
  });
}

/** A consumer reporting agency: what applicants read about it, and where they send paper. */
export default function CatalogueProvider() {
  const { known } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const title = known?.name ?? 'New provider';
  return (
    <Page
      title={title}
      lead={known ? `Provider ${known.craid}` : 'Starts with copies of the first provider’s documents.'}
      crumbs={<Crumbs trail={catalogueTrail}>{title}</Crumbs>}
    >
      <Card title="Provider" aside={known ? <LastChange of={catalogName.provider(known.craid)} /> : null}>
        <Form id="provider" result={result} defaults={known ?? {}} check={check}>
          <ChangedMeanwhile fields={catalogueProviderFields} saved={known ?? {}} />
          <input type="hidden" name={fields.seen.name} value={known?.seen ?? ''} />
          {known ? (
            <input type="hidden" name={fields.craid.name} value={known.craid} />
          ) : (
            <TextInput field={fields.craid} hint="Letters and digits. It can’t be changed later." />
          )}
          <TextInput field={fields.name} />
          <div className="pair">
            <TextInput field={fields.support_phone} />
            <TextInput field={fields.support_email} />
          </div>
          <TextInput field={fields.mail_address} hint="On one line" />
          <div className="actions">
            <SubmitButton pending="Saving">Save provider</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
