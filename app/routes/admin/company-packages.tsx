import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { companyPackagesFields } from '#modules/admin/fields.ts';
import { companyPackagesForm } from '#modules/admin/forms.ts';
import {
  getCompanyPackages,
  getLastChanges,
  saveCompanyPackages,
  searchPackages,
} from '#modules/admin/index.ts';
import { formatCount, formatMoney } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  cleanTerm,
  isLongEnough,
  longestTerm,
  readSearchTerm,
  SHORTEST_SEARCH,
} from '#modules/platform/fields/search.ts';
import { readAbout, submit } from '../../action.server.ts';
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
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { regionLabels, regionOf, years } from './catalogue-words.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { companyOf } from './company-id.server.ts';
import { LastChange } from './last-change.tsx';
import { SearchBox } from './tools-search.tsx';

export const meta = titled('Packages of a company');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(companyPackagesFields);

const codeOf = ({ craid, crapackageid }: { craid: string; crapackageid: string }) =>
  `${craid}/${crapackageid}`;

export async function loader(args: LoaderFunctionArgs) {
  const { companyid, company_name } = await companyOf(args);
  const { packagelist, seen } = await perform(args, getCompanyPackages, { companyid });
  const typed = cleanTerm(new URL(args.request.url).searchParams.get('searchterm') ?? '').slice(
    0,
    longestTerm,
  );
  const searched = isLongEnough(readSearchTerm(typed));
  const found = searched
    ? (await perform(args, searchPackages, { companyid, searchterm: typed })).packagelist.map(codeOf)
    : null;
  const { changes: lastChanges } = await perform(args, getLastChanges, { of: 'company', id: companyid });
  return { userid: args.params.userid ?? '', company_name, packagelist, seen, typed, found, lastChanges };
}

export async function action(sent: ActionFunctionArgs) {
  const [args, { companyid }] = await readAbout(sent, companyPackagesForm, companyOf);
  return submit(args, {
    form: companyPackagesForm,
    operation: saveCompanyPackages,
    input: ({ offered, first, seen }) => ({
      companyid,
      seen,
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
  const { userid, company_name, packagelist, seen, typed, found } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const offered = packagelist.filter(({ enabled }) => enabled).map(codeOf);
  const first = packagelist.find((row) => row.default_package);
  // What is offered stays in the form, so that saving after a search takes nothing away.
  const labels = (shown: typeof packagelist) => shown.map((row) => row.package_descrip).join(', ');
  const saved = {
    offered: labels(packagelist.filter(({ enabled }) => enabled)) || 'The whole catalog',
    first: first?.package_descrip ?? 'As in the catalog',
  };
  const isShown = (row: (typeof packagelist)[number]) =>
    found === null || row.enabled || found.includes(codeOf(row));
  const shown = packagelist.filter(isShown);
  return (
    <Page
      title="Packages"
      lead={`What ${company_name} offers on its host. If you choose none, it offers the whole catalog.`}
      crumbs={<Crumbs trail={[[company_name, `/admin/user/${userid}/enterprise`]]}>Packages</Crumbs>}
    >
      <Card>
        <SearchBox name="searchterm" label="Search packages" value={typed} />
        {typed && found === null ? (
          <p className="small muted">Type at least {SHORTEST_SEARCH} characters to search.</p>
        ) : found ? (
          <p className="small muted" role="status">
            {found.length === 0
              ? `No package matches “${typed}”. Only those that are offered are shown.`
              : `${formatCount(found.length, 'package matches', 'packages match')} “${typed}”. Those that are offered are shown too.`}{' '}
            <Link to="?">Show all packages</Link>
          </p>
        ) : null}
      </Card>
      <Card title="Packages" aside={<LastChange of="packages" />}>
        <Form
          key={typed}
          id="packages"
          result={result}
          defaults={{ offered, first: first ? codeOf(first) : '' }}
          className="stack stack-24"
        >
          <ChangedMeanwhile fields={companyPackagesFields} saved={saved} />
          <input type="hidden" name={fields.seen.name} value={seen} />
          <ChoiceGroup field={fields.offered}>
            {shown.map((row) => (
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
            {shown.map((row) => (
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
