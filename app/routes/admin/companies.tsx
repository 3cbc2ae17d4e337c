import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { companyGrid, featureLabels, listCompanies } from '#modules/admin/index.ts';
import { formatCount, formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Avatar,
  Badge,
  DataGrid,
  EmptyState,
  gridColumns,
  LinkButton,
  Page,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { auditLog } from './audit-words.ts';

export const meta = titled('Companies');

export async function loader(args: LoaderFunctionArgs) {
  const { brandedHostSuffix } = args.context.portal.config;
  const page = await gridPage(args, companyGrid, async (asked) => {
    const { companies, ...found } = await perform(args, listCompanies, asked);
    const rows = companies.map(({ branding_hostname: label, features, ...company }) => ({
      ...company,
      host: label && `${label}${brandedHostSuffix}`,
      features: features.map((feature) => featureLabels[feature]),
    }));
    return { rows, ...found };
  });
  return { page, now: args.context.portal.clock.now() };
}

type Listed = OutputOf<typeof listCompanies>['companies'][number];
type Row = Omit<Listed, 'branding_hostname' | 'features'> & { host: string | null; features: string[] };

const column = gridColumns<Row>();

const columns = column.columns([
  column.accessor('company_name', {
    id: 'company',
    header: 'Company',
    enableHiding: false,
    meta: { slot: 'top' },
    cell: ({ row: { original: company } }) => (
      <span className="person">
        <Avatar firstname={company.company_name} lastname={company.company_name.split(' ')[1] ?? ''} />
        <span>
          {company.owner_userid ? (
            <Link to={`/admin/user/${company.owner_userid}/enterprise`} className="person-link">
              <b>{company.company_name}</b>
            </Link>
          ) : (
            <b>{company.company_name}</b>
          )}
          <small>{company.host ?? 'No host'}</small>
        </span>
      </span>
    ),
  }),
  column.display({
    id: 'owner',
    header: 'Owner',
    cell: ({ row: { original: company } }) =>
      company.owner_userid ? (
        <>
          <Link to={`/admin/user/${company.owner_userid}`}>{company.owner_name}</Link>
          <div className="small muted anywhere owner-address">
            {showEmailAddress(company.owner_emailaddress ?? '')}
          </div>
        </>
      ) : (
        <span className="warn">No owner</span>
      ),
  }),
  column.accessor('features', {
    id: 'features',
    header: 'Features',
    meta: { slot: 'wide' },
    cell: ({ getValue, row: { original: company } }) => (
      <span className="row row-tight">
        {company.enabled ? null : <Badge tone="bad">Turned off</Badge>}
        {getValue().map((feature) => (
          <Badge key={feature}>{feature}</Badge>
        ))}
        {getValue().length === 0 && company.enabled ? <span className="faint">No features</span> : null}
      </span>
    ),
  }),
  column.accessor('people', {
    id: 'people',
    header: 'People',
    cell: ({ getValue, row: { original: company } }) => (
      <>
        {getValue().toLocaleString('en-US')}
        <div className="small muted">{company.invited.toLocaleString('en-US')} invited</div>
      </>
    ),
  }),
  column.accessor('coupons', {
    id: 'coupons',
    header: 'Coupons',
    cell: ({ getValue, row: { original: company } }) => (
      <>
        {getValue().toLocaleString('en-US')}
        <div className={company.card_refused ? 'small bad' : 'small muted'}>
          {company.card_refused ? 'Card refused' : `${company.redeemed.toLocaleString('en-US')} used`}
        </div>
      </>
    ),
  }),
  column.accessor('last_active', {
    id: 'active',
    header: 'Last activity',
    cell: ({ getValue, row: { original: company }, table }) => {
      const at = getValue();
      const { timeZone } = table.options.meta ?? {};
      return at ? (
        <Link to={auditLog({ company: company.companyid })}>{formatDateTime(at, timeZone)}</Link>
      ) : (
        <>
          Never<div className="small muted">Created {formatDate(company.created_at, timeZone)}</div>
        </>
      );
    },
  }),
]);

/** All companies, with what is wrong with each in its row (doc3 §3). */
export default function Companies() {
  const { page, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <Page
      title="Companies"
      lead={`${formatCount(page.total, 'company', 'companies', page.exact ? undefined : page.total)}${page.filtered ? ' found' : ''}. A company is created in its owner’s record.`}
      actions={
        <LinkButton to="/admin/tools" icon="search">
          Find an owner
        </LinkButton>
      }
    >
      <DataGrid
        label="Companies"
        columns={columns}
        page={page}
        rowId={(company) => company.companyid}
        context={{ timeZone, now }}
        rowTone={(company) => (company.card_refused || !company.owner_userid ? 'flag' : undefined)}
        staff
        empty={
          <EmptyState icon="building" title="No companies yet">
            Find a person under Tools, and create their company in the Enterprise Profile of their record.
          </EmptyState>
        }
      />
    </Page>
  );
}
