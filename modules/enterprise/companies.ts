import sanitizeHtml from 'sanitize-html';
import { writeFacts } from '#modules/identity/index.ts';
import { newId, type SessionFacts, sql, type TeamRole, type Work } from '#modules/platform/index.ts';
import { enterpriseAudit } from './audit.ts';
import { Company, TeamMember } from './entities.ts';
import { Refusal } from './refusals.ts';
import { isHostLabel, newShieldLinkId } from './rules.ts';

/** What may be said of a company when it is made; the rest begins with its default. */
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
  /** The label of a host of its own; absent for a company without branding. */
  branding_hostname?: string;
  business_footer?: boolean;
  shieldhub_branding?: boolean;
  primary_color?: string;
  primary_button_background?: string;
  primary_button_text?: string;
  branding_logo_path?: string;
  company_terms_conditions?: string;
  credit_card_terms?: string;
}

/**
 * Makes a company with its owner (D60).
 * @returns the company's id
 * @throws Refusal when the host name is taken or not one, or the owner is in a team already or staff
 */
export async function createCompany(work: Work, company: NewCompany): Promise<string> {
  const label = company.branding_hostname?.toLowerCase() ?? null;
  if (label !== null) await checkHostLabel(work, label);
  const id = newId();
  work.em.persist(
    work.em.create(Company, {
      id,
      companyName: company.company_name,
      legalBusinessName: company.legal_business_name ?? company.company_name,
      companyAddress1: company.company_address1 ?? '',
      companyAddress2: company.company_address2 ?? '',
      companyCity: company.company_city ?? '',
      companyState: company.company_state ?? '',
      companyPostalcode: company.company_postalcode ?? '',
      companyPhone: company.company_phone ?? '',
      companyUrl: company.company_url ?? '',
      timeZone: company.time_zone ?? 'America/Chicago',
      enterpriseEnabled: company.enterprise_enabled ?? true,
      dashboardEnabled: company.dashboard_enabled ?? false,
      alertDashboardEnabled: company.alert_dashboard_enabled ?? false,
      teamManagementEnabled: company.team_management_enabled ?? false,
      enablePayments: company.enable_payments ?? false,
      shieldlinkEnabled: company.shieldlink_enabled ?? false,
      shieldlinkid: await drawShieldLinkId(work),
      networkAutoinvite: company.network_autoinvite ?? false,
      networkRequiresPdf: company.network_requires_pdf ?? false,
      customBrandingEnabled: label !== null,
      brandingHostname: label,
      businessFooter: company.business_footer ?? true,
      shieldhubBranding: company.shieldhub_branding ?? true,
      primaryColor: company.primary_color ?? '#ED683C',
      primaryButtonBackground: company.primary_button_background ?? null,
      primaryButtonText: company.primary_button_text ?? null,
      brandingLogoPath: company.branding_logo_path ?? '',
      companyTermsConditions: cleanHtml(company.company_terms_conditions ?? ''),
      creditCardTerms: cleanHtml(company.credit_card_terms ?? ''),
      createdAt: work.now,
      updatedAt: work.now,
    }),
  );
  await work.em.flush();
  await work.audit({ action: enterpriseAudit.companyCreated, object: { type: 'company', id } });
  await addTeamMember(work, { companyId: id, accountId: company.ownerAccountId, role: 'owner' });
  return id;
}

/**
 * Puts a person into a company's team.
 * @throws Refusal when they are in a team already, or staff (doc2 §6)
 */
export async function addTeamMember(
  work: Work,
  member: { companyId: string; accountId: string; role: TeamRole },
): Promise<void> {
  const account = await work.row(sql<{ role: string; member: boolean }>`
    select role, exists (select 1 from team_member where account_id = account.id) as member
    from account where id = ${member.accountId} for update`);
  if (!account) throw new Refusal('not-found', { detail: `account ${member.accountId}` });
  if (account.role === 'ADMIN') throw new Refusal('enterprise.staff-in-team');
  if (account.member) throw new Refusal('enterprise.on-another-team');
  work.em.persist(
    work.em.create(TeamMember, {
      id: newId(),
      ...member,
      issueCoupons: member.role === 'owner',
      joinedAt: work.now,
    }),
  );
  await work.em.flush();
  await writeTeamFacts(work, member.companyId);
  await work.audit({
    action: enterpriseAudit.memberAdded,
    about: member.accountId,
    object: { type: 'company', id: member.companyId },
    detail: { role: member.role },
  });
}

/** Tells the sessions of a company's team what the company may do (D10). */
async function writeTeamFacts(work: Work, companyId: string): Promise<void> {
  const members = await work.rows(sql<TeamFacts & { account_id: string }>`
    select m.account_id, m.company_id, m.role as team_role, c.company_name,
      case when c.enterprise_enabled then 'YES' else 'NO' end as enterprise_enabled,
      c.dashboard_enabled, c.alert_dashboard_enabled, c.shieldlink_enabled, c.shieldlinkid, c.enable_payments
    from team_member m join company c on c.id = m.company_id where m.company_id = ${companyId}`);
  for (const { account_id, ...facts } of members) await writeFacts(work, account_id, facts);
}

type TeamFacts = { company_id: string; team_role: TeamRole } & Pick<
  SessionFacts,
  | 'company_name'
  | 'enterprise_enabled'
  | 'dashboard_enabled'
  | 'alert_dashboard_enabled'
  | 'shieldlink_enabled'
  | 'shieldlinkid'
  | 'enable_payments'
>;

/** What other modules read of a company. */
export interface CompanyProfile {
  companyId: string;
  company_name: string;
  shieldlinkid: string;
  enterprise_enabled: boolean;
  shieldlink_enabled: boolean;
  enable_payments: boolean;
  network_requires_pdf: boolean;
  network_autoinvite: boolean;
  time_zone: string;
}

/** @throws Refusal not-found */
export async function getCompany(work: Work, companyId: string): Promise<CompanyProfile> {
  const company = await work.row(sql<CompanyProfile>`
    select id as "companyId", company_name, shieldlinkid, enterprise_enabled, shieldlink_enabled, enable_payments,
      network_requires_pdf, network_autoinvite, time_zone
    from company where id = ${companyId}`);
  if (!company) throw new Refusal('not-found', { detail: `company ${companyId}` });
  return company;
}

export async function findTeamMembership(
  work: Work,
  accountId: string,
): Promise<{ companyId: string; company_name: string; role: TeamRole } | null> {
  const member = await work.row(sql<{ companyId: string; company_name: string; role: TeamRole }>`
    select m.company_id as "companyId", c.company_name, m.role
    from team_member m join company c on c.id = m.company_id where m.account_id = ${accountId}`);
  return member ?? null;
}

async function checkHostLabel(work: Work, label: string): Promise<void> {
  const taken = await work.row(sql`select 1 from company where branding_hostname = ${label}`);
  if (taken || !isHostLabel(label))
    throw new Refusal('enterprise.host-taken', { field: 'branding_hostname' });
}

/** The random number may be taken: drawn again then. */
async function drawShieldLinkId(work: Work): Promise<string> {
  for (;;) {
    const drawn = newShieldLinkId();
    if (!(await work.row(sql`select 1 from company where shieldlinkid = ${drawn}`))) return drawn;
  }
}

/** Headings, paragraphs, lists, tables and links; no scripts, styles or forms (D17). */
function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: sanitizeHtml.defaults.allowedTags.concat(['h1', 'h2']),
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
  });
}
