import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { companyPackagesFields } from '#modules/admin/fields.ts';
import { companyPackagesForm } from '#modules/admin/forms.ts';
import { getCompanyPackages, saveCompanyPackages } from '#modules/admin/index.ts';
import { formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { submit } from '../../action.server.ts';
import {
  Card,
  CheckOption,
  ChoiceGroup,
  Crumbs,
  Form,
  Page,
  RadioChoice,
  SubmitButton,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { regionLabels, regionOf, years } from './catalogue-words.ts';
import { companyOf } from './company-id.server.ts';

export const meta = titled('Packages of a company');

const fields = bind(companyPackagesFields);

const codeOf = ({ craid, crapackageid }: { craid: string; crapackageid: string }) =>
  `${craid}/${crapackageid}`;

export async function loader(args: LoaderFunctionArgs) {
  const { companyid, company_name } = await companyOf(args);
  const { packagelist } = await perform(args, getCompanyPackages, { companyid });
  return { userid: args.params.userid ?? '', company_name, packagelist };
}

export async function action(args: LoaderFunctionArgs) {
  const { companyid } = await companyOf(args);
  return submit(args, {
    form: companyPackagesForm,
    operation: saveCompanyPackages,
    input: ({ offered, first }) => ({
      companyid,
      packages: offered.map((code) => {
        const [craid = '', crapackageid = ''] = code.split('/');
        return {
          craid,
          crapackageid,
          enabled: 'YES' as const,
          default_package: code === first ? ('YES' as const) : ('NO' as const),
        };
      }),
    }),
    done: () => {
      flash(args.context.visit, 'Packages saved');
      return redirect(`/admin/user/${args.params.userid}/enterprise`);
    },
  });
}

/** Which packages the host of a company offers (doc3 §2). */
export default function CompanyPackages() {
  const { userid, company_name, packagelist } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const offered = packagelist.filter(({ enabled }) => enabled).map(codeOf);
  const first = packagelist.find((row) => row.default_package);
  return (
    <Page
      title="Packages"
      lead={`What ${company_name} offers on its host. If you choose none, it offers the whole catalog.`}
      crumbs={<Crumbs trail={[[company_name, `/admin/user/${userid}/enterprise`]]}>Packages</Crumbs>}
    >
      <Card title="Packages">
        <Form
          id="packages"
          result={result}
          defaults={{ offered, first: first ? codeOf(first) : '' }}
          className="stack stack-24"
        >
          <ChoiceGroup field={fields.offered}>
            {packagelist.map((row) => (
              <CheckOption
                key={row.id}
                field={fields.offered}
                value={codeOf(row)}
                label={row.package_descrip}
                note={`${row.craname}; ${regionLabels[regionOf(row)]}; ${formatMoney(row.base_price)} for ${years(row.renewalterm)}`}
              />
            ))}
          </ChoiceGroup>
          <ChoiceGroup field={fields.first}>
            <RadioChoice field={fields.first} value="" label="As in the catalog" />
            {packagelist.map((row) => (
              <RadioChoice
                key={row.id}
                field={fields.first}
                value={codeOf(row)}
                label={row.package_descrip}
              />
            ))}
          </ChoiceGroup>
          <div className="actions">
            <SubmitButton pending="Saving">Save packages</SubmitButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
