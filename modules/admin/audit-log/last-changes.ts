import { z } from 'zod';
import { applicationsAudit } from '#modules/applications/index.ts';
import { enterpriseAudit } from '#modules/enterprise/index.ts';
import { identityAudit } from '#modules/identity/index.ts';
import { networkAudit } from '#modules/network/index.ts';
import {
  type AuditAction,
  column,
  operation,
  type RawBuilder,
  sql,
  staff,
  statement,
} from '#modules/platform/index.ts';
import { purchasingAudit } from '#modules/purchasing/index.ts';
import { adminAudit } from '../audit.ts';

/** Who changed each value last, read from the audit log (D141). */

type AnyAction = Pick<AuditAction, 'name'>;

/** The entries that change a value. With a `field` of their detail, there is a value for each of its contents. */
interface Changed {
  actions: readonly AnyAction[];
  field?: string;
}

const { memberAdded, memberRoleChanged, memberCouponsSwitched, memberRemoved, memberLeft, ownerSwitched } =
  enterpriseAudit;

/** The values of a person's record, of a company, and of the portal itself, each with what changes it. */
const changedBy = {
  person: {
    profile: {
      actions: [adminAudit.userSaved, adminAudit.identityCorrected, identityAudit.profileChanged],
    },
    lock: { actions: [identityAudit.lockChanged] },
    privacy: { actions: [identityAudit.preferencesSaved] },
    account: { actions: [identityAudit.accountDisabled, identityAudit.accountEnabled] },
    twostep: { actions: [identityAudit.twoStepReset, identityAudit.twoStepMethodSet] },
    check: { actions: [applicationsAudit.checkActivated, applicationsAudit.checkMovedHere] },
    score: {
      actions: [
        applicationsAudit.checkActivated,
        applicationsAudit.monitoringActivated,
        applicationsAudit.scoreDecidedByStaff,
        applicationsAudit.scoreNamesProven,
        applicationsAudit.scoreReturned,
        applicationsAudit.scoreExpired,
      ],
    },
    expiration: { actions: [applicationsAudit.expirationChanged] },
    shieldid: { actions: [applicationsAudit.shieldIdSwitched] },
    legacy: {
      actions: [
        applicationsAudit.shieldIdLinked,
        applicationsAudit.legacyLinked,
        applicationsAudit.legacyUnlinked,
      ],
    },
    monitoring: { actions: [applicationsAudit.monitoringEnded, applicationsAudit.monitoringConsentEnded] },
  },
  company: {
    details: { actions: [enterpriseAudit.settingsSaved, enterpriseAudit.companyRenamed] },
    enabled: { actions: [enterpriseAudit.companySwitched] },
    feature: { actions: [enterpriseAudit.featureSwitched], field: 'feature' },
    brand: { actions: [enterpriseAudit.brandSaved] },
    logo: { actions: [enterpriseAudit.logoChanged] },
    packages: { actions: [enterpriseAudit.packagesChosen] },
    coupon: {
      actions: [purchasingAudit.couponTypeMade, purchasingAudit.couponTypeSwitched],
      field: 'coupon',
    },
    team: {
      actions: [
        memberAdded,
        memberRoleChanged,
        memberCouponsSwitched,
        memberRemoved,
        memberLeft,
        ownerSwitched,
      ],
    },
    'bulk-limit': { actions: [networkAudit.bulkLimitSet] },
    terms: {
      actions: [identityAudit.termsDrafted, identityAudit.termsPublished, identityAudit.termsWithdrawn],
      field: 'kind',
    },
  },
  portal: {
    brand: { actions: [enterpriseAudit.portalBrandSaved] },
    logo: { actions: [enterpriseAudit.logoChanged] },
    store: { actions: [purchasingAudit.storeChanged] },
    'refund-limit': { actions: [adminAudit.refundSettingsSaved] },
    'free-people': { actions: [networkAudit.freePeopleChanged] },
    'reminder-days': { actions: [applicationsAudit.reminderDaysChanged] },
    'application-days': { actions: [applicationsAudit.applicationDaysChanged] },
    'score-days': { actions: [applicationsAudit.scoreDaysChanged] },
    'invitation-days': { actions: [networkAudit.invitationDaysChanged] },
    'card-days': { actions: [purchasingAudit.cardDaysChanged] },
    goals: { actions: [adminAudit.reviewGoalsSaved] },
    'account-linking': { actions: [applicationsAudit.linkingSwitched] },
    dashboard: { actions: [enterpriseAudit.dashboardMoved], field: 'dashboard' },
    tour: { actions: [enterpriseAudit.tourTextsSaved] },
    'release-note': { actions: [enterpriseAudit.releaseNotePublished], field: 'title' },
    terms: { actions: [identityAudit.termsDrafted, identityAudit.termsPublished], field: 'kind' },
    catalog: { actions: [applicationsAudit.catalogueChanged], field: 'what' },
  },
} satisfies Record<string, Record<string, Changed>>;
type Subject = keyof typeof changedBy;
const subjects = Object.keys(changedBy) as [Subject, ...Subject[]];

/** Each by the name of its value. */
export const valueChanges = z.record(
  z.string(),
  z.object({
    entry: z.uuid(),
    at: z.date(),
    /** Null for the portal itself. */
    by: z.string().nullable(),
  }),
);

const nobody = '00000000-0000-0000-0000-000000000000';

/** Which entries are about the subject: each condition is found by an index of the log. */
function about(subject: Subject, id: string): RawBuilder<boolean> {
  if (subject === 'person') return sql`entry.about_id = ${id}`;
  if (subject === 'company') return sql`entry.object_type = 'company' and entry.object_id = ${id}`;
  return sql`entry.about_id is null and (entry.object_id is null or entry.object_type = 'release_note')`;
}

export const lastChanges = statement({
  name: 'admin.last-changes',
  row: { value: column.text, entry: column.uuid, at: column.instant, by: column.text.nullable() },
  examples: subjects.map((subject): [Subject, string] => [subject, nobody]),
  sql: (subject: Subject, id: string) => {
    const rows = Object.entries<Changed>(changedBy[subject]).flatMap(([value, { actions, field }]) =>
      actions.map(({ name }) => ({ value, name, field: field ?? null })),
    );
    const listed = (name: 'value' | 'name' | 'field') =>
      sql`${sql.val(rows.map((row) => row[name]))}::text[]`;
    return sql`
      select last.value, last.id as entry, last.at,
        coalesce(actor.firstname || ' ' || actor.lastname,
          'API key “' || api_key.name || '”', last.operator) as by
      from (
        select distinct on (value) changed.name || coalesce('.' || (entry.detail ->> changed.field), '') as value,
          entry.id, entry.at, coalesce(entry.admin_id, entry.actor_id) as doer_id, entry.key_id,
          entry.operator
        from unnest(${listed('value')}, ${listed('name')}, ${listed('field')}) as changed (name, action, field)
        join audit_entry entry on entry.action = changed.action
        where ${about(subject, id)}
        order by value, entry.at desc, entry.id desc
      ) last
      left join account actor on actor.id = last.doer_id
      left join api_key on api_key.id = last.key_id`;
  },
});

export const toValueChanges = (
  rows: readonly ({ value: string } & z.output<typeof valueChanges>[string])[],
): z.output<typeof valueChanges> => Object.fromEntries(rows.map(({ value, ...last }) => [value, last]));

/** The last change of each value that somebody has changed, by the value's name. */
export const getLastChanges = operation({
  name: 'admin.get-last-changes',
  summary: 'Who changed each value of a person’s record, of a company or of the portal last, and when.',
  access: staff,
  kind: 'read',
  mayLag: true,
  input: z.object({ of: z.enum(subjects), id: z.uuid().default(nobody) }),
  output: z.object({ changes: valueChanges }),
  run: async (work, { of, id }) => ({ changes: toValueChanges(await work.rows(lastChanges(of, id))) }),
});
