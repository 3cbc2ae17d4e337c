import { writeFacts } from '#modules/identity/index.ts';
import { newId, type TeamRole, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from '../audit.ts';
import { requireFreeHostLabel } from '../brand/host-labels.ts';
import { takeHost } from '../brand/released-hosts.ts';
import { Refusal } from '../refusals.ts';
import { enterpriseFlagOf, newShieldLinkId } from '../rules.ts';

/** What can be given when a company is made; everything else has the default of its column. */
export interface NewCompany {
  company_name: string;
  ownerAccountId: string;
  legal_business_name?: string;
  company_address1?: string;
  company_address2?: string;
  company_city?: string;
  company_state?: string;
  company_postalcode?: string;
  company_phone?: string;
  company_url?: string;
  time_zone?: string;
  enterprise_enabled?: boolean;
  dashboard_enabled?: boolean;
  alert_dashboard_enabled?: boolean;
  team_management_enabled?: boolean;
  enable_payments?: boolean;
  shieldlink_enabled?: boolean;
  network_autoinvite?: boolean;
  network_requires_pdf?: boolean;
  /** The label of its own host; absent for a company without branding. */
  branding_hostname?: string;
  business_footer?: boolean;
  shieldhub_branding?: boolean;
  primary_color?: string;
  primary_button_background?: string;
  primary_button_text?: string;
  branding_logo_path?: string;
  support_email?: string;
  help_url?: string;
}

/**
 * Makes a company with its owner (D60).
 * @returns the company's id
 * @throws Refusal if the host name is taken or invalid, or if the owner is already in a team or is staff
 */
export async function createCompany(
  work: Work,
  { ownerAccountId, branding_hostname, ...given }: NewCompany,
): Promise<string> {
  const label = branding_hostname?.toLowerCase() ?? null;
  if (label !== null) await requireFreeHostLabel(work, label);
  const id = newId();
  await work.db
    .insertInto('company')
    .values({
      ...given,
      id,
      legal_business_name: given.legal_business_name ?? given.company_name,
      shieldlinkid: await drawShieldLinkId(work),
      custom_branding_enabled: label !== null,
      branding_hostname: label,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute();
  await work.audit({ action: enterpriseAudit.companyCreated, object: { type: 'company', id } });
  if (label !== null) await takeHost(work, label);
  await addTeamMember(work, { companyId: id, accountId: ownerAccountId, role: 'owner' });
  return id;
}

/**
 * Puts a person into a company's team.
 * @throws Refusal if they are already in a team or are staff (doc2 §6)
 */
export async function addTeamMember(
  work: Work,
  member: { companyId: string; accountId: string; role: TeamRole },
): Promise<void> {
  // Locked, so that if two teams add the same person at the same time, the second one is refused.
  const account = await work.db
    .selectFrom('account')
    .leftJoin('team_member', 'team_member.account_id', 'account.id')
    .select(['account.role', 'team_member.id as memberId'])
    .where('account.id', '=', member.accountId)
    .forUpdate('account')
    .executeTakeFirst();
  if (!account) throw new Refusal('not-found', { detail: `account ${member.accountId}` });
  if (account.role === 'ADMIN') throw new Refusal('enterprise.staff-in-team');
  if (account.memberId) throw new Refusal('enterprise.on-another-team');
  await work.db
    .insertInto('team_member')
    .values({
      id: newId(),
      company_id: member.companyId,
      account_id: member.accountId,
      role: member.role,
      issue_coupons: member.role === 'owner',
      joined_at: work.now,
    })
    .execute();
  await writeTeamFacts(work, member.companyId);
  await work.audit({
    action: enterpriseAudit.memberAdded,
    about: member.accountId,
    object: { type: 'company', id: member.companyId },
    detail: { role: member.role },
  });
}

/** Writes what the company may do into the session facts of all members of its team (D10). */
export async function writeTeamFacts(work: Work<unknown>, companyId: string): Promise<void> {
  const members = await work.db
    .selectFrom('team_member as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .select([
      'm.account_id',
      'm.company_id',
      'm.role as team_role',
      'c.company_name',
      'c.enterprise_enabled',
      'c.dashboard_enabled',
      'c.alert_dashboard_enabled',
      'c.shieldlink_enabled',
      'c.shieldlinkid',
      'c.enable_payments',
    ])
    .where('m.company_id', '=', companyId)
    .execute();
  for (const { account_id, enterprise_enabled, ...facts } of members) {
    const flag = enterpriseFlagOf(enterprise_enabled, facts.team_role);
    await writeFacts(work, account_id, { ...facts, enterprise_enabled: flag });
  }
}

/** The session of a person who has left a team answers like that of a person who never had a company. */
export async function clearTeamFacts(work: Work<unknown>, accountId: string): Promise<void> {
  await writeFacts(work, accountId, {
    company_id: null,
    team_role: null,
    company_name: null,
    enterprise_enabled: 'NO',
    dashboard_enabled: false,
    alert_dashboard_enabled: false,
    shieldlink_enabled: false,
    shieldlinkid: null,
    enable_payments: false,
    alert_count: 0,
  });
}

/** What other modules read of a company. */
export interface CompanyProfile {
  companyId: string;
  company_name: string;
  shieldlinkid: string;
  enterprise_enabled: boolean;
  team_management_enabled: boolean;
  shieldlink_enabled: boolean;
  dashboard_enabled: boolean;
  enable_payments: boolean;
  network_requires_pdf: boolean;
  network_autoinvite: boolean;
  alert_dashboard_enabled: boolean;
  time_zone: string;
}

/** @throws Refusal not-found */
export async function getCompany(work: Pick<Work, 'db'>, companyId: string): Promise<CompanyProfile> {
  const company = await work.db
    .selectFrom('company')
    .select([
      'id as companyId',
      'company_name',
      'shieldlinkid',
      'enterprise_enabled',
      'team_management_enabled',
      'shieldlink_enabled',
      'dashboard_enabled',
      'enable_payments',
      'network_requires_pdf',
      'network_autoinvite',
      'alert_dashboard_enabled',
      'time_zone',
    ])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!company) throw new Refusal('not-found', { detail: `company ${companyId}` });
  return company;
}

export async function findTeamMembership(
  work: Pick<Work, 'db'>,
  accountId: string,
): Promise<{ companyId: string; company_name: string; role: TeamRole } | null> {
  const member = await work.db
    .selectFrom('team_member as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .select(['m.company_id as companyId', 'c.company_name', 'm.role'])
    .where('m.account_id', '=', accountId)
    .executeTakeFirst();
  return member ?? null;
}

/**
 * Whether a member of a company's team may issue its coupons: the owner, and admins whom the owner permits; nobody if
 * the company's payments are off (doc2 §6, D60).
 */
export async function mayIssueCoupons(
  { db }: Pick<Work, 'db'>,
  companyId: string,
  accountId: string,
): Promise<boolean> {
  const member = await db
    .selectFrom('team_member as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .select('m.id')
    .where('m.company_id', '=', companyId)
    .where('m.account_id', '=', accountId)
    .where((row) =>
      row.or([row('m.role', '=', 'owner'), row('m.role', '=', 'admin').and('m.issue_coupons', '=', true)]),
    )
    .where('c.enterprise_enabled', '=', true)
    .where('c.enable_payments', '=', true)
    .executeTakeFirst();
  return member !== undefined;
}

/** The account of the company's owner; every company has exactly one (D60). */
export async function findCompanyOwner({ db }: Pick<Work, 'db'>, companyId: string): Promise<string> {
  const { account_id } = await db
    .selectFrom('team_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return account_id;
}

/** A random id that no company has yet. */
async function drawShieldLinkId(work: Work): Promise<string> {
  for (;;) {
    const drawn = newShieldLinkId();
    const taken = await work.db
      .selectFrom('company')
      .select('id')
      .where('shieldlinkid', '=', drawn)
      .executeTakeFirst();
    if (!taken) return drawn;
  }
}
