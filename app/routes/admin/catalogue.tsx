import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { jurisdictionFields } from '#modules/admin/fields.ts';
import { jurisdictionForm } from '#modules/admin/forms.ts';
import { getCatalogue, removeJurisdiction, saveJurisdiction } from '#modules/admin/index.ts';
import { adminTexts } from '#modules/admin/texts.ts';
import { formatMoney, formatPhone } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { intents, type ReadActionArgs, submit } from '../../action.server.ts';
import {
  Badge,
  Card,
  checkedBy,
  Form,
  gridColumns,
  LinkButton,
  List,
  ListRow,
  Page,
  RecordTable,
  StateSelect,
  SubmitButton,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { catalogueIntents } from './catalogue-intents.ts';
import {
  catalogName,
  documentLabel,
  documentPath,
  packagePath,
  regionLabels,
  regionOf,
  years,
} from './catalogue-words.ts';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Catalog');

const fields = bind(jurisdictionFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.jurisdictionForm));

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getCatalogue, {})), ...(await portalChanges(args)) };
}

function back({ context }: ReadActionArgs, words: string, tone: 'ok' | 'bad' = 'ok') {
  flash(context.visit, words, tone);
  return redirect('/admin/catalogue#jurisdictions');
}

export const action = intents(catalogueIntents, {
  add: (args) =>
    submit(args, {
      form: jurisdictionForm,
      operation: saveJurisdiction,
      done: () => back(args, 'Jurisdiction saved'),
    }),
  remove: async (args) => {
    const { removed } = await perform(args, removeJurisdiction, {
      abbr: String(args.formData.get('abbr') ?? ''),
    });
    return removed
      ? back(args, 'Jurisdiction removed')
      : back(args, adminTexts['catalogue.jurisdiction-kept'], 'bad');
  },
});

type PackageRow = Awaited<ReturnType<typeof loader>>['packages'][number] & { provider: string };
const column = gridColumns<PackageRow>();
const columns = column.columns([
  column.accessor('package_descrip', {
    id: 'package',
    header: 'Package',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: row } }) => (
      <Link to={packagePath(row)} className="person-link">
        <b>{row.package_descrip}</b>
        <div className="small muted">
          {row.provider}, {row.crapackageid}
        </div>
      </Link>
    ),
  }),
  column.display({
    id: 'region',
    header: 'For whom',
    cell: ({ row: { original: row } }) => regionLabels[regionOf(row)],
  }),
  column.accessor('base_price_cents', {
    id: 'price',
    header: 'Price',
    cell: ({ getValue }) => formatMoney(getValue()),
  }),
  column.accessor('renewal_price_cents', {
    id: 'renewal',
    header: 'Renewal',
    cell: ({ getValue }) => formatMoney(getValue()),
  }),
  column.accessor('renewal_years', { id: 'term', header: 'Term', cell: ({ getValue }) => years(getValue()) }),
  column.display({
    id: 'changed',
    header: 'Last changed',
    cell: ({ row: { original: row } }) => <LastChange of={catalogName.package(row)} short />,
  }),
  column.accessor('version', { id: 'version', header: 'Version', cell: ({ getValue }) => `v${getValue()}` }),
  column.accessor('enabled', {
    id: 'state',
    header: 'State',
    cell: ({ row: { original: row } }) => (
      <>
        <Badge {...(row.enabled ? { tone: 'ok' } : {})}>{row.enabled ? 'On sale' : 'Not on sale'}</Badge>{' '}
        {row.default_package ? <Badge tone="info">Offered first</Badge> : null}
      </>
    ),
  }),
]);

/** Providers, packages, documents and jurisdictions, which staff can change while the portal runs (D89). */
export default function Catalogue() {
  const { providers, packages, documents, jurisdictions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { timeZone } = useRoot();
  const nameOf = (craid: string) => providers.find((row) => row.craid === craid)?.name ?? craid;
  return (
    <Page
      title="Catalog"
      lead="Checks already sold keep their price, steps, and documents."
      actions={
        <LinkButton icon="download" to="/admin/catalogue/export" reloadDocument>
          Export JSON
        </LinkButton>
      }
    >
      <Card
        title="Packages"
        padded={false}
        aside={
          <LinkButton size="small" icon="plus" to="/admin/catalogue/newpackage">
            New package
          </LinkButton>
        }
      >
        <RecordTable
          staff
          label="Packages"
          rows={packages.map((row) => ({ ...row, provider: nameOf(row.craid) }))}
          rowId={(row) => row.id}
          columns={columns}
          context={{ timeZone, now: new Date(0) }}
        />
      </Card>
      <Card
        title="Providers"
        padded={false}
        aside={
          <LinkButton size="small" icon="plus" to="/admin/catalogue/newprovider">
            New provider
          </LinkButton>
        }
      >
        <List label="Providers">
          {providers.map((row) => (
            <ListRow
              key={row.craid}
              title={row.name}
              note={
                <>
                  {`ID ${row.craid}. ${formatPhone(row.support_phone)}. ${row.mail_address}`}{' '}
                  <LastChange of={catalogName.provider(row.craid)} />
                </>
              }
            >
              <Link to={`/admin/catalogue/providers/${encodeURIComponent(row.craid)}`}>
                Change<span className="sr"> {row.name}</span>
              </Link>
            </ListRow>
          ))}
        </List>
      </Card>
      <Card
        title="Consent documents"
        note="A published version never changes"
        padded={false}
        aside={
          <LinkButton size="small" icon="plus" to="/admin/catalogue/newnotice">
            New state notice
          </LinkButton>
        }
      >
        <List label="Consent documents">
          {documents.map(({ craid, title, version, hasDraft, ...name }) => (
            <ListRow
              key={documentPath(craid, name)}
              title={title}
              note={
                <>
                  {`${documentLabel(name)}, ${nameOf(craid)}, v${version}`}{' '}
                  <LastChange of={catalogName.document(craid, name, version)} />
                </>
              }
            >
              {hasDraft ? <Badge tone="warn">Draft v{version + 1}</Badge> : null}
              <Link to={documentPath(craid, name)}>
                Write and publish
                <span className="sr">
                  {' '}
                  {documentLabel(name)}, {nameOf(craid)}
                </span>
              </Link>
            </ListRow>
          ))}
        </List>
      </Card>
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
              <Form id={`remove-${abbr}`} intent={catalogueIntents.remove} result={result}>
                <input type="hidden" name="abbr" value={abbr} />
                <SubmitButton
                  kind="default"
                  size="small"
                  intent={catalogueIntents.remove}
                  aria-label={`Remove ${description}`}
                >
                  Remove
                </SubmitButton>
              </Form>
            </ListRow>
          ))}
        </List>
        <div className="card-body">
          <Form id="jurisdiction" intent={catalogueIntents.add} result={result} check={check}>
            <div className="pair">
              <StateSelect field={fields.abbr} />
              <TextInput field={fields.description} />
            </div>
            <div className="actions">
              <SubmitButton intent={catalogueIntents.add} kind="default" pending="Saving">
                Add jurisdiction
              </SubmitButton>
            </div>
          </Form>
        </div>
      </Card>
    </Page>
  );
}
