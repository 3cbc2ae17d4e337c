import { updatePreferences } from '#modules/identity/index.ts';
import { attestPurpose, newInvite } from '#modules/network/index.ts';
import { centerCode, makeProvable } from '#test/factories/invite-center.ts';
import { giveReport, newCompany, newScoredPerson } from '#test/factories/network.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { joinNetwork, shieldLinkIdOf } from '#test/factories/shieldlink.ts';
import { acceptingByText, lastFour } from '#test/factories/sms-accept.ts';
import type { Show } from './examples.ts';

/** The network of a company: whom it invites and finds, who shares with it, and what it sees of them. */

const luis = { firstname: 'Luis', lastname: 'Herrera', emailaddress: 'luis.herrera@example.com' };

export async function showNetwork(portal: ServedPortal, show: Show): Promise<void> {
  const company = await newCompany(portal, { company_name: 'Acme Builders', shieldlink_enabled: true });
  const cedar = await newCompany(portal, { company_name: 'Cedar Framing', shieldlink_enabled: true });
  const owner = company.owner.visitor;
  const person = await newScoredPerson(portal, luis);
  await giveReport(portal, person.accountId);
  await show(owner, 'POST /profile/search', { searchterm: person.shieldId });
  await show(owner, 'POST /profile/search_shieldlink', { searchterm: await shieldLinkIdOf(cedar) });
  const { inviteid } = await show(owner, 'POST /network/newinvite', { touser: 'sam.okafor@example.com' });
  await portal.runJobs();
  await show(owner, 'POST /network/resendinvite', { inviteid });
  await show(owner, 'POST /network/cancelinvite', { inviteid });
  await show(owner, 'GET /network/paymentoptions');

  const { inviteid: connectionid } = await owner.perform(newInvite, { touser: person.accountId });
  await show(person.visitor, 'GET /network/listinvitations');
  await show(person.visitor, 'POST /network/acceptinvite', {
    inviteid: connectionid,
    accepttype: 'INDIVIDUAL',
  });
  await show(person.visitor, 'POST /network/setsharedetails', { connectionid, reportshared: 'YES' });
  await show(owner, 'GET /network/listconnections', { rows: 10 });
  await show(owner, 'POST /network/profileimage', { contactreference: connectionid });
  await owner.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });
  await show(owner, 'POST /network/downloadreport', { connectionid });
  await show(person.visitor, 'POST /user/shareshieldid', { emailaddress: 'office@example.com' });
  await show(person.visitor, 'POST /network/setconnectionactive', { connectionid, active: 'NO' });
  await show(person.visitor, 'POST /network/deleteconnection', { connectionid });

  const due = await newScoredPerson(portal, { days: 40 });
  await show(owner, 'POST /network/requestrenewal', { connectionid: await joinNetwork(company, due) });
  const leaving = await joinNetwork(company, await newScoredPerson(portal));
  await show(owner, 'POST /network/requestremoval', { connectionid: leaving });
  await showAnswers(portal, show);
}

/** The other ways to answer an invitation: to ignore it, from the Invite Center, and by text message. */
async function showAnswers(portal: ServedPortal, show: Show): Promise<void> {
  const company = await newCompany(portal, { company_name: 'Harbor Works' });
  const owner = company.owner.visitor;
  const person = await newScoredPerson(portal);
  const { inviteid: ignored } = await owner.perform(newInvite, { touser: person.accountId });
  await show(person.visitor, 'POST /network/ignoreinvite', { inviteid: ignored });

  const { visitor, accountId, emailaddress } = await newScoredPerson(portal);
  await visitor.perform(updatePreferences, { network_autoacceptinvite: 'NO' });
  await makeProvable(portal, accountId);
  const { inviteid } = await owner.perform(newInvite, { touser: accountId });
  const invitecode = await centerCode(portal, emailaddress);
  await show(visitor, 'POST /network/listpendinginvites', { invitecode });
  await show(visitor, 'POST /network/acceptpendinginvites', {
    invitecode,
    invites: [inviteid],
    profile: { network_autoacceptinvite: 'YES', network_searchresults: 'YES' },
  });

  const { id, mobile } = await acceptingByText(portal, company).invited();
  await show(owner, 'POST /network/smsinvite', { networkinvitationid: id, phonenumber: lastFour(mobile) });
}
