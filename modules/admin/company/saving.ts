import { z } from 'zod';
import {
  type CompanyFeature,
  companyBrandFields,
  companyDetailsFields,
  companySettingsFields,
} from '#modules/enterprise/fields.ts';
import {
  findTeamMembership,
  getCompany,
  saveCompanyBrand,
  saveCompanyDetails,
  switchCompany,
  switchFeatures,
} from '#modules/enterprise/index.ts';
import { changesOf, operation, Refusal, staff, type Work, yesNo } from '#modules/platform/index.ts';
import { codeTypes } from '#modules/purchasing/fields.ts';
import { readCouponAmount } from '#modules/purchasing/forms.ts';
import { addCouponType, switchCouponTypes } from '#modules/purchasing/index.ts';
import { userId } from '../user/subject.ts';

/** How staff change the Enterprise Profile of a company (doc3 §3, §5, §7). */

const companyId = z.object({ companyid: z.uuid() });
const onOrOff = z.enum(['YES', 'NO']);
const featureSwitches = z.object({
  enable_payments: yesNo.optional(),
  team_management_enabled: yesNo.optional(),
  network_autoinvite: yesNo.optional(),
  network_requires_pdf: yesNo.optional(),
  shieldlink_enabled: yesNo.optional(),
  dashboard_enabled: yesNo.optional(),
  alert_dashboard_enabled: yesNo.optional(),
} satisfies Record<CompanyFeature, z.ZodType>);

const brandChanges = changesOf(companyBrandFields);
const detailsChanges = changesOf({ ...companySettingsFields, ...companyDetailsFields });

/** Changes the given parts of a company's profile. */
export const saveEnterpriseProfile = operation({
  name: 'admin.save-enterprise-profile',
  summary:
    "Changes a company's profile: its names, settings, brand, host, store and footer, its features and coupons. What ends a live host needs that host as ending_host.",
  access: staff,
  kind: 'write',
  input: brandChanges.extend({
    ...detailsChanges.shape,
    ...companyId.shape,
    /** A member of the company's team, if the caller came from their record: nobody else's company is changed then. */
    userid: userId.shape.userid.optional(),
    ...featureSwitches.shape,
    /** Turns the whole company on or off. */
    enterprise_enabled: yesNo.optional(),
    /** A second name for dashboard_enabled (D2). */
    quicksight_dashboard_enabled: yesNo.optional(),
    /**
     * The fingerprint of the section that the page showed, Company or Branding; without it, whatever is stored is
     * overwritten.
     */
    seen: z.string().max(64).optional(),
    new_code_type: z.enum(codeTypes).optional(),
    /** Percent, or whole dollars; ignored for a full coupon. */
    new_code_amount: z.union([z.number(), z.string().trim().max(16)]).optional(),
    code_types: z
      .array(z.object({ id: z.uuid(), active: onOrOff }))
      .max(100)
      .optional(),
  }),
  output: z.object({}),
  async run(work, input) {
    const { companyid, userid, new_code_type, new_code_amount, code_types } = input;
    const { seen, ending_host: endingHost, ...brand } = brandChanges.parse(input);
    const { seen: _same, ...details } = detailsChanges.parse(input);
    const isBranding = Object.keys(brand).length > 0;
    await getCompany(work, companyid);
    if (userid) await requireMemberOf(work, companyid, userid);
    await saveCompanyDetails(work, companyid, details, isBranding ? undefined : seen);
    requirePublishableKey(work, brand.stripe_publishable_key);
    if (isBranding) await saveCompanyBrand(work, companyid, brand, { seen, endingHost });
    const dashboard_enabled = input.dashboard_enabled ?? input.quicksight_dashboard_enabled;
    await switchFeatures(work, companyid, { ...input, dashboard_enabled });
    if (input.enterprise_enabled !== undefined) {
      await switchCompany(work, companyid, input.enterprise_enabled);
    }
    if (code_types) {
      const wanted = code_types.map(({ id, active }) => ({ id, active: active === 'YES' }));
      await switchCouponTypes(work, companyid, wanted);
    }
    if (new_code_type) {
      await addCouponType(work, companyid, {
        code_type: new_code_type,
        amount: readAmount(new_code_type, new_code_amount),
      });
    }
    return {};
  },
});

/** @throws Refusal not-found for a person who is not in the company's team */
async function requireMemberOf(work: Work<unknown>, companyid: string, userid: string): Promise<void> {
  const member = await findTeamMembership(work, userid);
  if (member?.companyId === companyid) return;
  throw new Refusal('not-found', { detail: `${userid} is not in the team of company ${companyid}` });
}

/**
 * The key is sent to browsers, so it must not be a secret one, and it has to belong to the same account as the portal's
 * own.
 * @throws Refusal invalid-input
 */
function requirePublishableKey({ portal }: Pick<Work, 'portal'>, key: string | undefined): void {
  if (!key) return;
  const [prefix] = portal.payments.cardForm.publishableKey.match(/^pk_[a-z]+_/) ?? [''];
  if (key.startsWith(prefix) && /^pk_[A-Za-z0-9_]{8,}$/.test(key)) return;
  throw new Refusal('invalid-input', {
    issues: { stripe_publishable_key: [`Enter a publishable key, which starts with ${prefix}`] },
  });
}

/** @throws Refusal invalid-input with a message about the limits of the type */
function readAmount(type: (typeof codeTypes)[number], typed: number | string | undefined): number | null {
  const read = readCouponAmount(type, String(typed ?? ''));
  if (typeof read !== 'string') return read;
  throw new Refusal('invalid-input', { issues: { new_code_amount: [read] } });
}
