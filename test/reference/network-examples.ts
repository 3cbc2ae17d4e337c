import { newInvite } from '#modules/network/index.ts';
import {
  newCompany,
  newScoredPerson,
  newTeamMember,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import type { Show } from './examples.ts';

/** A company with its network and its team, and a person who shares with it. */
export async function showNetwork(
  portal: ServedPortal,
  show: Show,
  today: string,
): Promise<{ company: TestCompany; person: ScoredPerson }> {
  const company = await newCompany(portal, {
    company_name: 'Acme Builders',
    team_management_enabled: true,
    alert_dashboard_enabled: true,
    shieldlink_enabled: true,
  });
  const member = await newTeamMember(portal, company, 'admin');
  const owner = company.owner.visitor;
  const person = await newScoredPerson(portal, {
    firstname: 'Luis',
    lastname: 'Herrera',
    emailaddress: 'luis.herrera@example.com',
  });
  await show(owner, 'POST /profile/search', { searchterm: person.shieldId });
  const touser = 'sam.okafor@example.com';
  const { inviteid } = await show(owner, 'POST /network/newinvite', { touser });
  const { inviteid: known } = await owner.perform(newInvite, { touser: person.accountId });
  await show(person.visitor, 'GET /network/listinvitations');
  await show(person.visitor, 'POST /network/acceptinvite', { inviteid: known, accepttype: 'INDIVIDUAL' });
  await show(owner, 'GET /network/listconnections', { rows: 10 });
  await show(person.visitor, 'POST /network/setsharedetails', { connectionid: known, reportshared: 'YES' });
  await portal.runJobs();
  await show(owner, 'POST /network/resendinvite', { inviteid });
  await show(owner, 'POST /network/cancelinvite', { inviteid });
  await show(owner, 'GET /network/paymentoptions');
  await show(owner, 'POST /network/listalerts', { fromdate: '2026-01-01', todate: today });
  await show(owner, 'POST /network/updatealertcount');
  await show(owner, 'POST /user/getenterpriseprofile', { includenetwork: 'YES' });
  await show(owner, 'POST /user/saveenterpriseprofile', { company_phone: '5125550123' });
  await show(owner, 'POST /user/listenterpriseteam');
  const invitee = { emailaddress: 'ana.lima@example.com', role: 'viewer' };
  await show(owner, 'POST /user/checkenterpriseteaminvite', { emailaddress: invitee.emailaddress });
  await show(owner, 'POST /user/inviteenterpriseteammember', invitee);
  await show(owner, 'POST /user/resendenterpriseteaminvite', { emailaddress: invitee.emailaddress });
  const other = await newScoredPerson(portal);
  const removed = await owner.perform(newInvite, { touser: other.accountId });
  await other.visitor.call('POST', '/network/acceptinvite', {
    inviteid: removed.inviteid,
    accepttype: 'INDIVIDUAL',
  });
  await show(owner, 'POST /network/requestremoval', { connectionid: removed.inviteid });
  await show(owner, 'POST /user/switchenterpriseowner', { newuserid: member.accountId });
  await show(person.visitor, 'POST /user/shareshieldid', { emailaddress: 'office@example.com' });
  await show(person.visitor, 'POST /network/setconnectionactive', { connectionid: known, active: 'NO' });
  await show(person.visitor, 'POST /network/deleteconnection', { connectionid: known });
  return { company, person };
}
