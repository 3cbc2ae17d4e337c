import { z } from 'zod';
import { type Caller, grades, yesNo } from '#modules/platform/index.ts';

/** 'true' or 'false', as the documents write accepted_current_tc (doc2 §2.1). */
const trueFalse = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (value) => value === 'true',
  encode: (value) => (value ? ('true' as const) : ('false' as const)),
});

/** The signed-in person in the form in which /login and /verifysession answer (doc1 §3). */
export const sessionUser = z.object({
  role: z.enum(['USER', 'ADMIN']),
  emailaddress: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  certification_number: z.string().nullable(),
  certification_score: z.enum(grades).nullable(),
  certification_expiration: z.string().nullable(),
  has_current_verification: yesNo,
  selected_two_step_method: z.enum(['EMAIL', 'SMS', 'OTPAPP', 'DISABLED']),
  admin_session: yesNo,
  pending_score_change: yesNo,
  open_score_dispute: yesNo,
  /** The payment for the score's check is disputed, so the score is not shared. */
  score_held: yesNo,
  profileimageurl: z.string().nullable(),
  accepted_current_tc: trueFalse,
  applicationcount: z.number(),
});

/** The company's flags for the person; null if the person is in no company (doc1 §3). */
export const sessionEnterprise = z.object({
  company_name: z.string().nullable(),
  user_role: z.enum(['owner', 'admin', 'viewer']),
  enterprise_enabled: z.enum(['YES', 'NO', 'BLOCKED']),
  dashboard_enabled: yesNo,
  alert_dashboard_enabled: yesNo,
  alert_count: z.number(),
  shieldlink_enabled: yesNo,
  shieldlinkid: z.string().nullable(),
  enable_payments: yesNo,
});

/** Before the second step, a session reveals nothing about score or company (D11). */
export function toSessionUser(caller: Caller): z.output<typeof sessionUser> {
  const { facts } = caller;
  const known = caller.twoStepDone;
  return {
    role: caller.role,
    emailaddress: caller.emailaddress,
    firstname: known ? caller.firstname : '',
    lastname: known ? caller.lastname : '',
    certification_number: known ? facts.certification_number : null,
    certification_score: known ? facts.certification_score : null,
    certification_expiration: known ? facts.certification_expiration : null,
    has_current_verification: known && facts.has_current_verification,
    selected_two_step_method: caller.twoStepMethod,
    admin_session: caller.adminAccountId !== null,
    pending_score_change: known && facts.pending_score_change,
    open_score_dispute: known && facts.open_score_dispute,
    score_held: known && facts.score_held,
    profileimageurl: known ? caller.profileimageurl : null,
    accepted_current_tc: caller.termsAccepted,
    applicationcount: known ? facts.application_count : 0,
  };
}

export function toSessionEnterprise(caller: Caller): z.output<typeof sessionEnterprise> | null {
  const { facts } = caller;
  if (!caller.twoStepDone || !caller.teamRole) return null;
  return {
    company_name: facts.company_name,
    user_role: caller.teamRole,
    enterprise_enabled: facts.enterprise_enabled,
    dashboard_enabled: facts.dashboard_enabled,
    alert_dashboard_enabled: facts.alert_dashboard_enabled,
    alert_count: facts.alert_count,
    shieldlink_enabled: facts.shieldlink_enabled,
    shieldlinkid: facts.shieldlinkid,
    enable_payments: facts.enable_payments,
  };
}
