import { z } from 'zod';
import { legalSources, maskedSsn, type Person, photoAddress } from '#modules/identity/index.ts';
import {
  column,
  grades,
  operation,
  type RowOfStatement,
  sql,
  staff,
  statement,
  yesNo,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { monitoringId, monitoringIdsOf } from '../checks/monitoring.ts';
import { getSubject, userId } from './subject.ts';

export const userProfile = z.object({
  userid: z.uuid(),
  firstname: z.string(),
  middlename: z.string(),
  lastname: z.string(),
  namesuffix: z.string(),
  businessname: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalcode: z.string(),
  mobile: z.string(),
  businessphone: z.string(),
  emailaddress: z.string(),
  dateofbirth: z.string().nullable(),
  /** **-**-1234, or null if there is no SSN. No answer contains the whole number (D44). */
  ssn: z.string().nullable(),
  abcnumber: z.string().nullable(),
  currenticstatus: z.enum(grades).nullable(),
  current_expiration: z.string().nullable(),
  has_current_verification: yesNo,
  locked_name_dob: yesNo,
  /** The whole name that the active score was made for (D98), or null if there is none. */
  legalname: z.string().nullable(),
  /** What proves the legal name, and since when; null if it is as submitted. */
  legal_source: z.enum(legalSources).nullable(),
  legal_dts: z.date().nullable(),
  /** Other parts of the same name (D98). */
  legalfirstname: z.string().nullable(),
  legallastname: z.string().nullable(),
  /** Whether the active score is monitored, with the person’s separate consent (D40). */
  shieldid_is_monitoring_on: yesNo,
  /**
   * The ShieldID of the former account that was linked to the person last, when the person or staff proved that it was
   * theirs, and when it was imported (D102).
   */
  legacy_account_link: z.string().nullable(),
  legacy_account_verified: z.union([z.date(), z.literal('NO')]),
  legacy_processed_date: z.date().nullable(),
  active: yesNo,
  /** When the person was erased: the record is read-only. */
  erased_dts: z.date().nullable(),
  /**
   * The expiration that is restored together with a disabled account; null if the account is active or had no valid
   * score (doc3 §3).
   */
  previous_expiration: z.string().nullable(),
  previous_score: z.enum(grades).nullable(),
  email_verified: yesNo,
  email_on_suppression_list: yesNo,
  email_on_suppression_reason: z.string().nullable(),
  role: z.enum(['USER', 'ADMIN']),
  selected_two_step_method: z.enum(['EMAIL', 'SMS', 'OTPAPP', 'DISABLED']),
  enabled_two_step_methods: z.array(z.enum(['EMAIL', 'SMS', 'OTPAPP'])),
  network_sharing_master: yesNo,
  network_autoacceptinvite: yesNo,
  network_searchresults: yesNo,
  email_preference_invites: yesNo,
  email_preference_renewal: yesNo,
  shieldscore_clean_autoaccept: yesNo,
  company_name: z.string().nullable(),
  team_role: z.string().nullable(),
  profileimageurl: z.string().nullable(),
  register_dts: z.date(),
  /** The host on which the person registered. */
  register_host: z.string(),
  last_auth_dts: z.date().nullable(),
  last_auth_ip: z.string().nullable(),
  last_auth_useragent: z.string().nullable(),
});
export type UserProfile = z.output<typeof userProfile>;

export const factsOfPerson = statement({
  name: 'admin.read-facts',
  row: {
    certification_number: column.text.nullable(),
    certification_name: column.text.nullable(),
    certification_score: column.oneOf(grades).nullable(),
    certification_expiration: column.date.nullable(),
    has_current_verification: column.boolean.nullable(),
    company_name: column.text.nullable(),
    team_role: column.text.nullable(),
    last_auth_dts: column.instant.nullable(),
    last_auth_ip: column.text.nullable(),
    last_auth_useragent: column.text.nullable(),
    photo_key: column.text,
    suppression: column.text.nullable(),
    methods: column.json(z.array(z.enum(['EMAIL', 'SMS', 'OTPAPP']))),
    previous_expiration: column.date.nullable(),
    previous_score: column.oneOf(grades).nullable(),
    legalfirstname: column.text.nullable(),
    legallastname: column.text.nullable(),
    legal_name: column.text.nullable(),
    legal_source: column.oneOf(legalSources).nullable(),
    legal_at: column.instant.nullable(),
    legacy_account_link: column.text.nullable(),
    legacy_linked_at: column.instant.nullable(),
    legacy_processed_date: column.instant.nullable(),
    monitored: column.boolean,
  },
  sql: (accountId: string) => sql`
    select facts.certification_number, facts.certification_name, facts.certification_score, facts.certification_expiration,
      facts.has_current_verification, facts.company_name, facts.team_role, account.last_login_at as last_auth_dts,
      nullif(account.last_login_address, '') as last_auth_ip, nullif(account.last_login_agent, '') as last_auth_useragent,
      account.profile_image_key as photo_key,
      (select reason from mail_suppression listed where listed.emailaddress = account.emailaddress) as suppression,
      (select coalesce(json_agg(distinct kind), '[]') from (
        select 'EMAIL' as kind
        union all select 'SMS' where account.mobile_verified_at is not null
        union all select kind from contact_method where account_id = account.id and verified_at is not null
      ) method) as methods,
      current.previous_expiration, case when current.previous_expiration is not null then current.score end as previous_score,
      coalesce(account.legal_firstname, current.legal_firstname) as legalfirstname,
      coalesce(account.legal_lastname, current.legal_lastname) as legallastname,
      case when account.legal_at is not null then concat_ws(' ', account.legal_firstname,
        nullif(account.legal_middlename, ''), account.legal_lastname, nullif(account.legal_namesuffix, '')) end as legal_name,
      account.legal_source, account.legal_at,
      former.number as legacy_account_link, former.linked_at as legacy_linked_at,
      former.archived_at as legacy_processed_date,
      exists (select from monitored_profile where account_id = account.id and disabled_at is null) as monitored
    from account
    left join shield_score current on current.account_id = account.id and current.ended_at is null
    left join lateral (
      select number, linked_at, archived_at from archived_shield_id where linked_account_id = account.id
      order by linked_at desc, number limit 1
    ) former on true
    left join session_facts facts on facts.account_id = account.id
    where account.id = ${accountId}`,
});

/** One person as staff see them. Opening the record writes an audit entry. */
export const getUser = operation({
  name: 'admin.get-user',
  summary: "A person's profile, for staff.",
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({
    profile: userProfile,
    monitoring_ids: z.array(monitoringId),
  }),
  async run(work, { userid }) {
    const person = await getSubject(work, userid);
    const [facts] = await work.rows(factsOfPerson(userid));
    await work.audit({ action: adminAudit.userOpened, about: userid });
    return {
      profile: toProfile(person, facts, await maskedSsn(work, userid)),
      monitoring_ids: await work.rows(monitoringIdsOf(userid)),
    };
  },
});

/** The fields of a person that staff may see. @param ssn masked */
export function toProfile(
  person: Person,
  facts: RowOfStatement<typeof factsOfPerson> | undefined,
  ssn: string | null,
): UserProfile {
  const { accountId, registered_at, erased_at, two_step_method, preferences, ...more } = person;
  const { has_ssn: _ssn, legal: _legal, mobile_verified: _mobile, registered_host, ...rest } = more;
  const { email_preference_marketing: _marketing, criticalemails: _critical, ...switches } = preferences;
  return {
    ...rest,
    ...switches,
    userid: accountId,
    ssn,
    abcnumber: facts?.certification_number ?? null,
    legalname: facts?.legal_name ?? facts?.certification_name ?? null,
    legal_source: facts?.legal_source ?? null,
    legal_dts: facts?.legal_at ?? null,
    legalfirstname: facts?.legalfirstname ?? null,
    legallastname: facts?.legallastname ?? null,
    shieldid_is_monitoring_on: facts?.monitored === true,
    legacy_account_link: facts?.legacy_account_link ?? null,
    legacy_account_verified: facts?.legacy_linked_at ?? 'NO',
    legacy_processed_date: facts?.legacy_processed_date ?? null,
    currenticstatus: facts?.certification_score ?? null,
    current_expiration: facts?.certification_expiration ?? null,
    has_current_verification: facts?.has_current_verification === true,
    selected_two_step_method: two_step_method,
    profileimageurl: photoAddress(facts?.photo_key ?? ''),
    company_name: facts?.company_name ?? null,
    team_role: facts?.team_role ?? null,
    erased_dts: erased_at,
    register_dts: registered_at,
    register_host: registered_host,
    enabled_two_step_methods: facts?.methods ?? [],
    email_on_suppression_list: facts?.suppression != null,
    email_on_suppression_reason: facts?.suppression ?? null,
    previous_expiration: facts?.previous_expiration ?? null,
    previous_score: facts?.previous_score ?? null,
    last_auth_dts: facts?.last_auth_dts ?? null,
    last_auth_ip: facts?.last_auth_ip ?? null,
    last_auth_useragent: facts?.last_auth_useragent ?? null,
  };
}
