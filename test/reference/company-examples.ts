import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { mailedCode } from '#test/factories/teams.ts';
import type { Show } from './examples.ts';

/** A company as its team manages it: its profile, its team, its alerts, and many invitations at once. */

export async function showCompany(portal: ServedPortal, show: Show, today: string): Promise<void> {
  const company = await newCompany(portal, {
    company_name: 'Acme Builders',
    team_management_enabled: true,
    alert_dashboard_enabled: true,
    dashboard_enabled: true,
  });
  const member = await newTeamMember(portal, company, 'admin');
  const owner = company.owner.visitor;
  const person = await newScoredPerson(portal, {
    firstname: 'Luis',
    lastname: 'Herrera',
    emailaddress: 'l.herrera@example.com',
  });
  await joinNetwork(company, person);
  await show(owner, 'POST /network/savealertconfig', {
    alertconfig: { deliveries: { new: 'ATONCE', expired: 'SUMMARY' } },
  });
  const { alerts } = await show(owner, 'POST /network/listalerts', { fromdate: '2026-01-01', todate: today });
  await show(owner, 'POST /network/getalertprofile', { userid: alerts[0].userid });
  await show(owner, 'POST /network/updatealertcount');
  await show(owner, 'GET /network/enterprisedashboard');
  await show(owner, 'POST /user/getenterpriseprofile', { includenetwork: 'YES' });
  await show(owner, 'POST /user/saveenterpriseprofile', { company_phone: '5125550123' });
  await show(owner, 'POST /network/sendinvites', {
    dryrun: 'NO',
    invite_data: [
      ['Name', 'Email'],
      ['Ana Lima', 'ana.lima@example.com'],
      ['Sam Okafor', 'sam.okafor@example.com'],
    ],
    invite_data_includes_header: 'YES',
    column_map: { 0: 'fullname', 1: 'emailaddress' },
  });

  const guest = await newPerson(portal, { emailaddress: 'ivy.chen@example.com' });
  const { emailaddress } = guest;
  await show(owner, 'POST /user/checkenterpriseteaminvite', { emailaddress });
  await show(owner, 'POST /user/inviteenterpriseteammember', { emailaddress, role: 'viewer' });
  await show(owner, 'POST /user/resendenterpriseteaminvite', { emailaddress });
  await show(guest.visitor, 'POST /network/acceptteaminvite', {
    invitecode: await mailedCode(portal, emailaddress),
  });
  const { members, seen } = await show(owner, 'POST /user/listenterpriseteam');
  const joined = members.find((each: { emailaddress: string }) => each.emailaddress === emailaddress);
  await show(owner, 'POST /user/saveenterpriseteam', {
    members: [{ memberid: joined.memberid, role: 'admin' }],
    seen,
  });
  await show(owner, 'POST /user/switchenterpriseowner', { newuserid: member.accountId });
}
