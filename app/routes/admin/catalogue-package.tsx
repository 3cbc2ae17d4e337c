import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { cataloguePackageFields } from '#modules/admin/fields.ts';
import { cataloguePackageForm } from '#modules/admin/forms.ts';
import { getCatalogue, saveCataloguePackage } from '#modules/admin/index.ts';
import { catalogueRegions } from '#modules/admin/statuses.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Card,
  ChoiceGroup,
  Crumbs,
  checkedBy,
  Form,
  LinkButton,
  Page,
  RadioChoice,
  Select,
  SubmitButton,
  Switch,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import {
  catalogName,
  catalogueTrail,
  packagePath,
  regionLabels,
  regionOf,
  typedPrice,
  years,
} from './catalogue-words.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Package');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(cataloguePackageFields);
const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.cataloguePackageForm));

export async function loader(args: LoaderFunctionArgs) {
  const { craid, crapackageid } = args.params;
  const { packages, providers } = await perform(args, getCatalogue, {});
  const changes = await portalChanges(args);
  const names = providers.map((row) => ({ craid: row.craid, name: row.name }));
  const of = new URL(args.request.url).searchParams.get('craid') ?? '';
  if (crapackageid === undefined) return { providers: names, known: null, of, ...changes };
  const found = packages.find((row) => row.craid === craid && row.crapackageid === crapackageid);
  if (!found) throw new Response(null, { status: 404 });
  const { base_price_cents, renewal_price_cents, renewal_years, ...row } = found;
  return {
    ...changes,
    of: found.craid,
    providers: names,
    known: {
      ...row,
      price: typedPrice(base_price_cents),
      renewal_price: typedPrice(renewal_price_cents),
      renewal_years: String(renewal_years),
      region: regionOf(row),
    },
  };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: cataloguePackageForm,
    operation: saveCataloguePackage,
    input: ({ price, renewal_price, ...value }) => ({
      ...value,
      price: typedPrice(price),
      renewal_price: typedPrice(renewal_price),
    }),
    done: (_output, value) => {
      flash(args.context.visit, 'Package saved');
      return redirect(packagePath(value));
    },
  });
}

/** A package. A change makes a new version; what was already sold keeps its own. */
export default function CataloguePackage() {
  const { known, of, providers } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const title = known ? known.package_descrip : 'New package';
  return (
    <Page
      title={title}
      lead={
        known
          ? `Version ${known.version}. Changing what is sold creates version ${known.version + 1}.`
          : 'Starts with the steps of the first package.'
      }
      crumbs={<Crumbs trail={catalogueTrail}>{title}</Crumbs>}
      actions={
        known ? (
          <LinkButton icon="sort" to={`${packagePath(known)}/steps`}>
            Step order
          </LinkButton>
        ) : null
      }
    >
      <Card title="Package" aside={known ? <LastChange of={catalogName.package(known)} /> : null}>
        <Form
          id="package"
          result={result}
          defaults={known ?? { craid: of, renewal_years: '1', region: 'everybody', enabled: true }}
          check={check}
        >
          <ChangedMeanwhile fields={cataloguePackageFields} saved={known ?? {}} />
          <input type="hidden" name={fields.seen.name} value={known?.seen ?? ''} />
          {known ? (
            <>
              <input type="hidden" name={fields.craid.name} value={known.craid} />
              <input type="hidden" name={fields.crapackageid.name} value={known.crapackageid} />
              <p className="muted">
                {providers.find(({ craid }) => craid === known.craid)?.name}, {known.crapackageid}
              </p>
            </>
          ) : (
            <div className="pair">
              <Select
                field={fields.craid}
                none="Choose the provider"
                options={providers.map(({ craid, name }) => [craid, name] as const)}
              />
              <TextInput field={fields.crapackageid} hint="The provider’s own code" />
            </div>
          )}
          <TextInput field={fields.package_descrip} />
          <TextArea field={fields.full_package_descrip} rows={3} />
          <div className="trio">
            <TextInput field={fields.price} hint="Dollars" />
            <TextInput field={fields.renewal_price} hint="Dollars" />
            <TextInput field={fields.customerid} />
          </div>
          <ChoiceGroup field={fields.renewal_years}>
            {cataloguePackageFields.renewal_years.values.map((count) => (
              <RadioChoice
                key={count}
                field={fields.renewal_years}
                value={count}
                label={years(Number(count))}
              />
            ))}
          </ChoiceGroup>
          <ChoiceGroup field={fields.region}>
            {catalogueRegions.map((region) => (
              <RadioChoice key={region} field={fields.region} value={region} label={regionLabels[region]} />
            ))}
          </ChoiceGroup>
          <Switch field={fields.default_package} note="Only one package can be offered first" />
          <Switch field={fields.enabled} note="When off, no one can start buying it" />
          <div className="actions">
            <SubmitButton pending="Saving">Save package</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
