import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { jurisdictionFields } from '#modules/admin/fields.ts';
import { jurisdictionForm } from '#modules/admin/forms.ts';
import { getCatalogue, saveJurisdiction } from '#modules/admin/index.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Card,
  checkedBy,
  Form,
  LinkButton,
  List,
  ListRow,
  Page,
  StateSelect,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { AgencyCard } from './catalogue-agency.tsx';
import { catalogName } from './catalogue-words.ts';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Catalog');

const fields = bind(jurisdictionFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.jurisdictionForm));

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getCatalogue, {})), ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: jurisdictionForm,
    operation: saveJurisdiction,
    done: () => {
      flash(args.context.visit, 'Jurisdiction saved');
      return redirect('/admin/catalogue#jurisdictions');
    },
  });
}

/** What each agency sells and what its applicants sign, which staff can change while the portal runs (D89). */
export default function Catalogue() {
  const { providers, packages, documents, jurisdictions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      title="Catalog"
      lead="By agency and jurisdiction. Checks already sold keep their price, steps, and documents."
      actions={
        <>
          <LinkButton icon="plus" to="/admin/catalogue/newprovider">
            New provider
          </LinkButton>
          <LinkButton icon="download" to="/admin/catalogue/export" reloadDocument>
            Export JSON
          </LinkButton>
        </>
      }
    >
      {providers.map((provider) => (
        <AgencyCard
          key={provider.craid}
          provider={provider}
          packages={packages.filter(({ craid }) => craid === provider.craid)}
          documents={documents.filter(({ craid }) => craid === provider.craid)}
        />
      ))}
      <Card
        id="jurisdictions"
        className="sec"
        title="Jurisdictions"
        note="Applicants are asked whether they lived there"
        padded={false}
      >
        <List label="Jurisdictions">
          {jurisdictions.map(({ abbr, description }) => (
            <ListRow
              key={abbr}
              title={description}
              note={
                <>
                  {abbr} <LastChange of={catalogName.jurisdiction(abbr)} />
                </>
              }
            >
              <LinkButton
                size="small"
                to={`jurisdictions/${abbr}/remove`}
                preventScrollReset
                aria-label={`Remove ${description}`}
              >
                Remove
              </LinkButton>
            </ListRow>
          ))}
        </List>
        <div className="card-body">
          <Form id="jurisdiction" result={result} check={check}>
            <div className="pair">
              <StateSelect field={fields.abbr} />
              <TextInput field={fields.description} />
            </div>
            <div className="actions">
              <SubmitButton kind="default" pending="Saving">
                Add jurisdiction
              </SubmitButton>
            </div>
          </Form>
        </div>
      </Card>
    </Page>
  );
}
