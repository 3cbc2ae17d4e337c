import { expect } from '@playwright/test';
import {
  addWebhook,
  inviteMember,
  listEnterpriseTeam,
  listWebhookDeliveries,
} from '#modules/enterprise/index.ts';
import {
  attestPurpose,
  getAdverseOffer,
  listAlerts,
  newInvite,
  requestRemoval,
  setShareDetails,
  startAdverseAction,
} from '#modules/network/index.ts';
import { updatePaymentMethod } from '#modules/purchasing/index.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import {
  giveReport,
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { askCompany, connectCompanies, joinNetwork, newLinkedCompany } from '#test/factories/shieldlink.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { group, openFirstMenu } from './look.ts';

const company = '/user/profile/company';
const hooks = '/user/developers/webhooks';

/** An endpoint of a company on a port where nothing listens, so that the test event failed. */
async function hookOf({ owner }: TestCompany) {
  const { webhookid } = await owner.visitor.perform(addWebhook, {
    address: 'http://127.0.0.1:9/hooks',
    events: ['connection.accepted', 'bulk.finished'],
    currentpassword: owner.password,
  });
  const { deliveries } = await owner.visitor.perform(listWebhookDeliveries, {});
  // A second one at the same host, to which the same event was sent.
  await owner.visitor.perform(addWebhook, {
    address: 'http://127.0.0.1:9/others',
    events: ['bulk.finished'],
    currentpassword: owner.password,
  });
  return { webhookid, deliveryid: deliveries[0]?.id };
}
const network = '/user/network';

export const companyPages = group(
  'the pages of a company',
  async ({ operations }) => {
    const own = await newCompany(operations, {
      company_name: 'Harbor Works',
      shieldlink_enabled: true,
      dashboard_enabled: true,
      alert_dashboard_enabled: true,
      team_management_enabled: true,
      enable_payments: true,
    });
    const { visitor } = own.owner;
    const admin = await newTeamMember(operations, own, 'admin');
    const viewer = await newTeamMember(operations, own, 'viewer');
    const { invitationid } = await visitor.perform(inviteMember, {
      emailaddress: newAddress(),
      role: 'viewer',
    });
    await visitor.perform(updatePaymentMethod, { cardtoken: 'pm_card_visa' });
    const noor = await newScoredPerson(operations, { firstname: 'Noor', lastname: 'Haddad' });
    const ben = await newScoredPerson(operations, { firstname: 'Ben', lastname: 'Castel', days: 20 });
    const iris = await newScoredPerson(operations, { firstname: 'Iris', lastname: 'Quist' });
    const member = await joinNetwork(own, noor);
    const renewing = await joinNetwork(own, ben);
    const removed = await joinNetwork(own, iris);
    await visitor.perform(requestRemoval, { connectionid: removed });
    await giveScore(operations, ben.accountId, { days: -3 });
    await giveScore(operations, noor.accountId, { score: 'IC03' });
    await giveReport(operations, noor.accountId);
    await noor.visitor.perform(setShareDetails, { connectionid: member, reportshared: 'YES' });
    const { inviteid: invited } = await visitor.perform(newInvite, { touser: newAddress() });
    const sharing = await newLinkedCompany(operations, 'Cedar');
    await joinNetwork(sharing, await newScoredPerson(operations));
    const link = await connectCompanies(own, sharing);
    await askCompany(own, await newLinkedCompany(operations, 'Maple'));
    const { id: apikeyid } = await newApiKey(own, { addresses: '198.51.100.0/24' });
    const webhooks = await hookOf(own);
    const empty = await newCompany(operations);
    // The worker counts the alerts.
    await expect.poll(async () => (await visitor.perform(listAlerts, {})).total).toBeGreaterThan(2);
    const { members } = await visitor.perform(listEnterpriseTeam, {});
    const memberid = members.find(({ emailaddress }) => emailaddress === admin.emailaddress)?.memberid;
    await visitor.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });
    const ada = await newScoredPerson(operations, { firstname: 'Ada', lastname: 'Moss', score: 'IC03' });
    const named = await joinNetwork(own, ada);
    const { report } = await visitor.perform(getAdverseOffer, { connectionid: named });
    const { adverseid } = await visitor.perform(startAdverseAction, {
      connectionid: named,
      report: report.id,
      place: 'CA',
      days: '7',
      decision: 'give you site access',
      results: [],
    });
    return {
      staff: await newStaff(operations),
      ada,
      adverseid,
      own,
      admin,
      viewer,
      empty,
      noor,
      memberid,
      invitationid,
      member,
      renewing,
      removed,
      invited,
      link,
      apikeyid,
      ...webhooks,
    };
  },
  [
    { route: 'user', path: '/user', as: ({ own }) => own.owner.visitor },
    { route: 'user/developers', path: '/user/developers' },
    { route: 'user/developers', path: '/user/developers', act: openFirstMenu },
    { route: 'user/developers/new', path: '/user/developers/new' },
    {
      route: 'user/developers/:apikeyid/revoke',
      path: ({ apikeyid }) => `/user/developers/${apikeyid}/revoke`,
    },
    { route: 'user/developers/webhooks', path: hooks },
    { route: 'user/developers/webhooks', path: `${hooks}?show=failed` },
    { route: 'user/developers/webhooks', path: hooks, act: openFirstMenu },
    { route: 'user/developers/webhooks/new', path: `${hooks}/new` },
    {
      route: 'user/developers/webhooks/:webhookid/events',
      path: ({ webhookid }) => `${hooks}/${webhookid}/events`,
    },
    {
      route: 'user/developers/webhooks/:webhookid/secret',
      path: ({ webhookid }) => `${hooks}/${webhookid}/secret`,
    },
    {
      route: 'user/developers/webhooks/:webhookid/remove',
      path: ({ webhookid }) => `${hooks}/${webhookid}/remove`,
    },
    {
      route: 'user/developers/webhooks/deliveries/:deliveryid',
      path: ({ deliveryid }) => `${hooks}/deliveries/${deliveryid}`,
    },
    { route: 'user/developers', path: '/user/developers', as: ({ empty }) => empty.owner.visitor },
    { route: 'user/developers/webhooks', path: hooks },
    { route: 'user/developers', path: '/user/developers', as: ({ viewer }) => viewer.visitor },
    { route: 'user/profile/company', path: company, as: ({ own }) => own.owner.visitor },
    { route: 'user/profile/company', path: company, act: openFirstMenu },
    { route: 'user/profile/company/invite', path: `${company}/invite` },
    {
      route: 'user/profile/company/invitation/:invitationid',
      path: ({ invitationid }) => `${company}/invitation/${invitationid}`,
    },
    {
      route: 'user/profile/company/invitation/:invitationid/withdraw',
      path: ({ invitationid }) => `${company}/invitation/${invitationid}/withdraw`,
    },
    {
      route: 'user/profile/company/member/:memberid',
      path: ({ memberid }) => `${company}/member/${memberid}`,
    },
    {
      route: 'user/profile/company/member/:memberid/owner',
      path: ({ memberid }) => `${company}/member/${memberid}/owner`,
    },
    {
      route: 'user/profile/company/member/:memberid/remove',
      path: ({ memberid }) => `${company}/member/${memberid}/remove`,
    },
    { route: 'user/profile/accounting', path: '/user/profile/accounting' },
    { route: 'user/profile/accounting/removecard', path: '/user/profile/accounting/removecard' },
    { route: 'user/profile/accounting/card', path: '/user/profile/accounting/card' },
    { route: 'user/dashboard', path: '/user/dashboard' },
    { route: 'user/dashboard/charts', path: '/user/dashboard/charts?alone' },
    { route: 'user/search', path: ({ noor }) => `/user/search?searchterm=${noor.shieldId}` },
    { route: 'user/search', path: '/user/search?searchterm=nobody@example.com' },
    { route: 'user/alerts', path: '/user/alerts' },
    { route: 'user/alerts', path: '/user/alerts?fromdate=2020-01-01&todate=2020-01-31' },
    { route: 'user/alerts/settings', path: '/user/alerts/settings' },
    { route: 'user/alerts/rule', path: '/user/alerts/rule?minscore=IC01&maxscore=IC01&outofcomp_expired=on' },
    { route: 'user/alerts/rule', path: '/user/alerts/rule?minscore=IC04&maxscore=IC01' },
    { route: 'user/alerts/exceptions', path: ({ member }) => `/user/alerts/exceptions?person=${member}` },
    { route: 'user/alerts/history/:userid', path: ({ member }) => `/user/alerts/history/${member}` },
    { route: 'user/network/adverse', path: `${network}/adverse` },
    {
      route: 'user/network/adverse/start/:connectionid',
      path: ({ member }) => `${network}/adverse/start/${member}`,
    },
    {
      route: 'user/network/adverse/:adverseid',
      path: ({ adverseid }) => `${network}/adverse/${adverseid}`,
    },
    {
      route: 'user/network/adverse/:adverseid/final',
      path: ({ adverseid }) => `${network}/adverse/${adverseid}/final`,
    },
    {
      route: 'user/network/adverse/:adverseid/withdraw',
      path: ({ adverseid }) => `${network}/adverse/${adverseid}/withdraw`,
    },
    { route: 'user/network/company/:connectionid', path: ({ link }) => `${network}/company/${link}` },
    { route: 'user/network', path: network },
    { route: 'user/network', path: network, act: openFirstMenu },
    {
      route: 'user/network',
      path: network,
      act: (page) => page.getByRole('link', { name: 'Columns' }).click(),
    },
    {
      route: 'user/network',
      path: network,
      act: (page) => page.getByRole('checkbox', { name: /^Select Noor/ }).check(),
    },
    { route: 'user/network', path: `${network}?status=removed` },
    { route: 'user/network', path: `${network}?tab=others` },
    { route: 'user/network', path: `${network}?q=nobody` },
    { route: 'user/network/invite', path: `${network}/invite` },
    { route: 'user/network/invite-link', path: `${network}/invite-link` },
    { route: 'user/network/inviteshieldlink', path: `${network}/inviteshieldlink` },
    { route: 'user/network/details/:connectionid', path: ({ member }) => `${network}/details/${member}` },
    { route: 'user/network/removed/:connectionid', path: ({ removed }) => `${network}/removed/${removed}` },
    { route: 'user/network/link/:connectionid', path: ({ invited }) => `${network}/link/${invited}` },
    { route: 'user/network/cancel/:connectionid', path: ({ invited }) => `${network}/cancel/${invited}` },
    { route: 'user/network/renew/:connectionid', path: ({ renewing }) => `${network}/renew/${renewing}` },
    { route: 'user/network/report/:connectionid', path: ({ member }) => `${network}/report/${member}` },
    {
      route: 'user/network/smsaccept/:connectionid',
      path: ({ invited }) => `${network}/smsaccept/${invited}`,
    },
    { route: 'user/network/remove/:connectionid', path: ({ member }) => `${network}/remove/${member}` },
    { route: 'user/network/selected', path: `${network}/selected` },
    {
      route: 'user/notices/:adverseid',
      path: ({ adverseid }) => `/user/notices/${adverseid}`,
      as: ({ ada }) => ada.visitor,
    },
    { route: 'admin/adverse', path: '/admin/adverse', as: ({ staff }) => staff.visitor },
    { route: 'admin/adverse/:adverseid', path: ({ adverseid }) => `/admin/adverse/${adverseid}` },
    { route: 'user/profile/company/leave', path: `${company}/leave`, as: ({ admin }) => admin.visitor },
    { route: 'user/network', path: network, as: ({ viewer }) => viewer.visitor },
    { route: 'user/network/invite', path: `${network}/invite`, status: 403 },
    { route: 'user/network', path: network, as: ({ empty }) => empty.owner.visitor },
    { route: 'user/profile/company', path: company },
    {
      route: 'user/network/leave/:connectionid',
      path: ({ member }) => `${network}/leave/${member}`,
      as: ({ noor }) => noor.visitor,
    },
    { route: 'user/network', path: `${network}?tab=others` },
  ],
);
