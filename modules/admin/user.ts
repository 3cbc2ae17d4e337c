import { z } from 'zod';
import { getPerson, maskedSsn } from '#modules/identity/index.ts';
import { grades, operation, sql, staff, yesNo } from '#modules/platform/index.ts';
import { adminAudit } from './audit.ts';
import { userId } from './subject.ts';

const profile = z.object({
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
  /** ***-**-1234, or null where none is known; the whole number is never in an answer (D44). */
  ssn: z.string().nullable(),
  abcnumber: z.string().nullable(),
  currenticstatus: z.enum(grades).nullable(),
  current_expiration: z.string().nullable(),
  has_current_verification: yesNo,
  locked_name_dob: yesNo,
  active: yesNo,
  role: z.enum(['USER', 'ADMIN']),
  selected_two_step_method: z.enum(['EMAIL', 'SMS', 'OTPAPP', 'DISABLED']),
  network_sharing_master: yesNo,
  network_autoacceptinvite: yesNo,
  network_searchresults: yesNo,
  email_preference_invites: yesNo,
  email_preference_renewal: yesNo,
  company_name: z.string().nullable(),
  team_role: z.string().nullable(),
  register_dts: z.date(),
  last_auth_dts: z.date().nullable(),
  last_auth_ip: z.string().nullable(),
  last_auth_useragent: z.string().nullable(),
});
export type UserProfile = z.output<typeof profile>;

interface Standing {
  certification_number: string | null;
  certification_score: UserProfile['currenticstatus'];
  certification_expiration: string | null;
  has_current_verification: boolean;
  company_name: string | null;
  team_role: string | null;
  last_auth_dts: Date | null;
  last_auth_ip: string | null;
  last_auth_useragent: string | null;
}

/** One person as staff see them; opening the record is itself in the audit log. */
export const getUser = operation({
  name: 'admin.get-user',
  summary: "A person's profile as staff see it.",
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({ profile, monitoring_ids: z.array(z.object({ monitoring_id: z.string() })) }),
  async run(work, { userid }) {
    const person = await getPerson(work, userid);
    const standing = await work.row(sql<Standing>`
      select facts.certification_number, facts.certification_score, facts.certification_expiration,
        coalesce(facts.has_current_verification, false) as has_current_verification,
        facts.company_name, facts.team_role, latest.created_at as last_auth_dts, latest.address as last_auth_ip,
        latest.agent as last_auth_useragent
      from account
      left join session_facts facts on facts.account_id = account.id
      left join lateral (
        select created_at, address, agent from session
        where account_id = account.id and admin_account_id is null order by created_at desc limit 1
      ) latest on true
      where account.id = ${userid}
    `);
    await work.audit({ action: adminAudit.userOpened, about: userid });
    return {
      profile: {
        userid,
        firstname: person.firstname,
        middlename: person.middlename,
        lastname: person.lastname,
        namesuffix: person.namesuffix,
        businessname: person.businessname,
        address1: person.address1,
        address2: person.address2,
        city: person.city,
        state: person.state,
        postalcode: person.postalcode,
        mobile: person.mobile,
        businessphone: person.businessphone,
        emailaddress: person.emailaddress,
        dateofbirth: person.dateofbirth,
        ssn: await maskedSsn(work, userid),
        abcnumber: standing?.certification_number ?? null,
        currenticstatus: standing?.certification_score ?? null,
        current_expiration: standing?.certification_expiration ?? null,
        has_current_verification: standing?.has_current_verification ?? false,
        locked_name_dob: person.locked_name_dob,
        active: person.active,
        role: person.role,
        selected_two_step_method: person.two_step_method,
        network_sharing_master: person.preferences.network_sharing_master,
        network_autoacceptinvite: person.preferences.network_autoacceptinvite,
        network_searchresults: person.preferences.network_searchresults,
        email_preference_invites: person.preferences.email_preference_invites,
        email_preference_renewal: person.preferences.email_preference_renewal,
        company_name: standing?.company_name ?? null,
        team_role: standing?.team_role ?? null,
        register_dts: person.registered_at,
        last_auth_dts: standing?.last_auth_dts ?? null,
        last_auth_ip: standing?.last_auth_ip ?? null,
        last_auth_useragent: standing?.last_auth_useragent ?? null,
      },
      // Monitoring begins with the person's own consent to it, which is asked apart (D40).
      monitoring_ids: [],
    };
  },
});
