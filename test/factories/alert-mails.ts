import { saveAlertConfig } from '#modules/network/index.ts';
import { ALERTS_GATHERED } from '#modules/network/limits.ts';
import type { InputOf } from '#modules/platform/index.ts';
import { listOutbox, type OutboxMessage } from '#sandboxes/outbox/index.ts';
import type { TestPortal } from '#test/portal.ts';
import { newCompany, newTeamMember, type TestCompany } from './network.ts';
import type { Registered } from './people.ts';

/** A company with alerts, whose second member did not send its invitations. */
export async function newAlertedCompany(
  portal: TestPortal,
  wanted: Parameters<typeof newCompany>[1] = {},
): Promise<TestCompany & { admin: Registered }> {
  const company = await newCompany(portal, { alert_dashboard_enabled: true, ...wanted });
  return { ...company, admin: await newTeamMember(portal, company, 'admin') };
}

/** The mails with alerts that a member got, oldest first, after everything that is told at once was sent. */
export async function alertMailsTo(
  portal: TestPortal,
  { emailaddress }: Registered,
): Promise<OutboxMessage[]> {
  await portal.runJobs({ ahead: ALERTS_GATHERED });
  const mails = await listOutbox(portal.db, { to: emailaddress, limit: 500 });
  return mails.filter(({ links }) => links.some((link) => link.endsWith('/user/alerts/settings'))).reverse();
}

/** The same without their contents. */
export async function alertSubjectsTo(portal: TestPortal, member: Registered): Promise<string[]> {
  return (await alertMailsTo(portal, member)).map(({ subject }) => subject ?? '');
}

export function subscribeTo(
  { visitor }: Registered,
  alertconfig: InputOf<typeof saveAlertConfig>['alertconfig'],
): Promise<unknown> {
  return visitor.perform(saveAlertConfig, { alertconfig });
}
