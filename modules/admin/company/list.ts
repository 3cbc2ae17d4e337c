import { z } from 'zod';
import type { companyFeatures } from '#modules/enterprise/fields.ts';
import { accountContains } from '#modules/identity/index.ts';
import {
  choiceFilter,
  column,
  containingWords,
  defineGrid,
  gridColumn,
  operation,
  searchFilter,
  sql,
  staffOrTerminal,
} from '#modules/platform/index.ts';

/** The companies of the portal, for staff (doc3 §3). */

/** Written exactly as in its indexes. */
export const companyText = sql`company_name || ' ' || legal_business_name || ' ' || coalesce(branding_hostname, '')`;

/** The label of a company's host in an address, however it was copied: 'acme' in 'https://acme.example.com/login'. */
function labelIn(typed: string): string | null {
  const address = /^(?:https?:\/\/)?([a-z\d-]+)(?:\.[a-z\d-]+)+(?::\d+)?(?:\/\S*)?$/i.exec(typed);
  return address?.[1]?.toLowerCase() ?? null;
}

const people = sql`(select count(*) from connection
  where owner_id = c.id and account_id is not null and accepted_at is not null and cancelled_at is null
    and removed_at is null)`;
const invited = sql`(select count(*) from connection
  where owner_id = c.id and accepted_at is null and cancelled_at is null and removed_at is null)`;
const coupons = sql`(select count(*) from coupon join coupon_type on coupon_type.id = coupon.coupon_type_id
  where coupon_type.company_id = c.id)`;
const redeemed = sql`(select count(*) from coupon join coupon_type on coupon_type.id = coupon.coupon_type_id
  where coupon_type.company_id = c.id and coupon.redeemed_at is not null)`;
/** The last entry that its team or one of its keys made. */
const lastActive = sql`(select max(at) from audit_entry where company_id = c.id)`;
const cardRefused = sql`exists (select from company_card
  where company_id = c.id and removed_at is null and refused_at is not null)`;

const states = {
  on: { label: 'On', where: sql<boolean>`c.enterprise_enabled` },
  off: { label: 'Turned off', where: sql<boolean>`not c.enterprise_enabled` },
  'card-refused': { label: 'Card refused', where: sql<boolean>`${cardRefused}` },
  quiet: {
    label: 'Never active',
    where: sql<boolean>`not exists (select from audit_entry where company_id = c.id)`,
  },
} as const;
type State = keyof typeof states;

/** What the list calls each feature. */
export const featureLabels: Record<(typeof companyFeatures)[number] | 'custom_branding_enabled', string> = {
  custom_branding_enabled: 'Portal',
  alert_dashboard_enabled: 'Alerts',
  dashboard_enabled: 'Dashboard',
  enable_payments: 'Payments',
  network_autoinvite: 'Auto-invite',
  network_requires_pdf: 'Requires PDF',
  shieldlink_enabled: 'ShieldLink',
  team_management_enabled: 'Team',
};
type ListedFeature = keyof typeof featureLabels;
const features = Object.keys(featureLabels) as [ListedFeature, ...ListedFeature[]];

/** Written in the order of the labels, those that are on. */
const featuresOn = sql`to_jsonb(array_remove(array[${sql.join(
  features.map((feature) => sql`case when ${sql.ref(`c.${feature}`)} then ${sql.lit(feature)} end`),
)}], null))`;

export const companyGrid = defineGrid({
  name: 'companies',
  table: sql`company c`,
  id: 'c.id',
  joins: sql`
    left join team_member member on member.company_id = c.id and member.role = 'owner'
    left join account owner on owner.id = member.account_id`,
  columns: {
    companyid: gridColumn(column.uuid, 'c.id'),
    company_name: gridColumn(column.text, 'c.company_name', {
      sort: { name: 'company', by: sql`lower(c.company_name)`, type: 'text' },
    }),
    branding_hostname: gridColumn(column.text.nullable(), 'c.branding_hostname'),
    enabled: gridColumn(column.boolean, 'c.enterprise_enabled'),
    owner_userid: gridColumn(column.uuid.nullable(), 'member.account_id'),
    owner_name: gridColumn(column.text.nullable(), sql`owner.firstname || ' ' || owner.lastname`),
    owner_emailaddress: gridColumn(column.text.nullable(), 'owner.emailaddress'),
    features: gridColumn(column.json(z.array(z.enum(features))), featuresOn),
    people: gridColumn(column.count, people, {
      sort: { name: 'people', by: sql`${people}::integer`, type: 'integer' },
    }),
    invited: gridColumn(column.count, invited),
    coupons: gridColumn(column.count, coupons),
    redeemed: gridColumn(column.count, redeemed),
    card_refused: gridColumn(column.boolean, cardRefused),
    created_at: gridColumn(column.instant, 'c.created_at', {
      sort: { name: 'created', by: 'c.created_at', type: 'timestamptz' },
    }),
    last_active: gridColumn(column.instant.nullable(), lastActive, {
      sort: { name: 'active', by: sql`coalesce(${lastActive}, c.created_at)`, type: 'timestamptz' },
    }),
  },
  filters: [
    searchFilter({
      name: 'q',
      label: 'Name, host, owner or ID',
      where: (term) => sql`(${containingWords(companyText, term)}
        or c.branding_hostname = ${labelIn(term.shown)}
        or c.shieldlinkid = ${term.compact}
        or c.id::text = ${term.text}
        or lower(c.crm_id) = ${term.text} or lower(c.accounting_id) = ${term.text}
        or exists (select from team_member m join account on account.id = m.account_id
          where m.company_id = c.id and m.role = 'owner' and ${accountContains(term)}))`,
    }),
    choiceFilter({
      name: 'feature',
      label: 'Feature',
      any: 'Any feature',
      choices: features.map((value) => ({ value, label: featureLabels[value] })),
      where: (feature) => sql`${sql.ref(`c.${feature}`)}`,
    }),
    choiceFilter({
      name: 'state',
      label: 'State',
      any: 'Any state',
      choices: (Object.keys(states) as State[]).map((value) => ({ value, label: states[value].label })),
      where: (state) => states[state].where,
    }),
  ],
  order: ['company', 'asc'],
  rows: 20,
});

export const listCompanies = operation({
  name: 'admin.list-companies',
  summary: 'The companies of the portal with their owners, features, people, coupons and last activity.',
  access: staffOrTerminal,
  kind: 'read',
  mayLag: true,
  input: companyGrid.input,
  output: companyGrid.output.omit({ rows: true }).extend({ companies: z.array(companyGrid.row) }),
  async run(work, asked) {
    const { rows, ...page } = await companyGrid.read(work, asked, { where: sql`true` }, undefined);
    return { companies: rows, ...page };
  },
});
