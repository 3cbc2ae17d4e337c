import { randomUUID } from 'node:crypto';
import { listRefunds, saveCatalogueProvider, submitRefund } from '#modules/admin/index.ts';
import { openDispute, savePackage } from '#modules/applications/index.ts';
import { inviteMember, listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { askLimit, legalTextKinds, suppressAddress } from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { DAY, type StaffAlert, staffAlertRaised } from '#modules/platform/index.ts';
import { acceptResult, newApplicant, submit } from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { fileOf } from '#test/factories/documents.ts';
import { giveScore, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newPerson, newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import { buyByCard } from '#test/factories/shop.ts';
import { newSilentApplicant } from '#test/factories/silent-applicants.ts';
import { newSuppression } from '#test/factories/suppressions.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { followFirst, group, openFirstMenu, pressed } from './look.ts';

const settings = '/admin/settings';
const catalogue = '/admin/catalogue';
const user = (id: string) => `/admin/user/${id}`;
const team = ({ accountId }: Registered) => `${user(accountId)}/enterprise/team`;

/** A page without parameters. */
const at = (route: string) => ({ route, path: `/${route}` });

const newest = async ({ pool }: VisitedPortal, table: string, where: string, id: string): Promise<string> =>
  (await pool.query<{ id: string }>(`select id from ${table} where ${where} = $1 order by id desc`, [id]))
    .rows[0]?.id ?? '';

export const consoleSettings = group(
  'the console’s settings',
  async ({ operations }) => {
    const staff = await newStaff(operations);
    const craid = `P${randomUUID().slice(0, 8)}`;
    await staff.visitor.perform(saveCatalogueProvider, {
      craid,
      name: `Juniper Screening ${craid}`,
      support_phone: '8005550123',
      support_email: 'desk@juniper.example',
      mail_address: '1 Main Street, Austin, TX 78701',
    });
    return { staff, craid };
  },
  [
    { route: 'admin', path: '/admin', as: ({ staff }) => staff.visitor },
    { route: 'admin/charts', path: '/admin/charts?alone' },
    { route: 'admin/user', path: '/admin/user' },
    { route: 'admin/tools', path: '/admin/tools' },
    { route: 'admin/tools', path: '/admin/tools?searchterm=acme' },
    { route: 'admin/tools/checks', path: '/admin/tools/checks' },
    { route: 'admin/settings', path: settings },
    { route: 'admin/settings/logo', path: `${settings}/logo` },
    { route: 'admin/settings/releasenotes', path: `${settings}/releasenotes` },
    { route: 'admin/settings/store', path: `${settings}/store` },
    { route: 'admin/settings/goals', path: `${settings}/goals` },
    { route: 'admin/settings/mails', path: `${settings}/mails` },
    { route: 'admin/settings/mails/:mail', path: `${settings}/mails/invitation-coupon` },
    { route: 'admin/settings/digest', path: `${settings}/digest` },
    { route: 'admin/settings/limits', path: `${settings}/limits` },
    { route: 'admin/settings/controls', path: `${settings}/controls` },
    { route: 'admin/settings/tour', path: `${settings}/tour` },
    { route: 'admin/settings/dashboards', path: `${settings}/dashboards` },
    { route: 'admin/settings/speed', path: `${settings}/speed` },
    ...['portal', 'purchase', 'score', ...legalTextKinds].map((kind) => ({
      route: 'admin/settings/terms/:kind',
      path: `${settings}/terms/${kind}`,
    })),
    ...['', '/newpackage', '/newprovider', '/newnotice'].map((page) => at(`admin/catalogue${page}`)),
    {
      route: 'admin/catalogue/jurisdictions/:abbr/remove',
      path: `${catalogue}/jurisdictions/NY/remove`,
    },
    {
      route: 'admin/catalogue/newpackage',
      path: `${catalogue}/newpackage`,
      act: pressed('Save package', /Enter/),
    },
    {
      route: 'admin/catalogue/packages/:craid/:crapackageid',
      path: `${catalogue}/packages/2/NATIONAL`,
    },
    {
      route: 'admin/catalogue/packages/:craid/:crapackageid/steps',
      path: `${catalogue}/packages/2/NATIONAL/steps`,
    },
    { route: 'admin/catalogue/providers/:craid', path: ({ craid }) => `${catalogue}/providers/${craid}` },
    {
      route: 'admin/catalogue/documents/:craid/:kind',
      path: ({ craid }) => `${catalogue}/documents/${craid}/esign`,
    },
  ],
);

export const records = group(
  'the console’s pages about a person and a company',
  async ({ operations }) => {
    const staff = await newStaff(operations);
    const company = await newCompany(operations, {
      company_name: 'Harbor & Pine',
      shieldlink_enabled: true,
      team_management_enabled: true,
    });
    const { owner } = company;
    await owner.visitor.perform(newInvite, { touser: `guest.${owner.emailaddress}` });
    const member = await newTeamMember(operations, company, 'admin');
    const { invitationid } = await owner.visitor.perform(inviteMember, {
      emailaddress: `team.${owner.emailaddress}`,
      role: 'viewer',
    });
    const { members } = await owner.visitor.perform(listEnterpriseTeam, {});
    const memberid = members.find(({ emailaddress }) => emailaddress === member.emailaddress)?.memberid;
    const person = await newScoredPerson(operations, { firstname: 'Hugo', lastname: 'Twice' });
    const older = await newest(operations, 'application', 'account_id', person.accountId);
    await giveScore(operations, person.accountId, { score: 'IC03', days: 320 });
    await suppressAddress(operations, person.emailaddress, 'mailbox-disabled');
    const acceptance = await newest(operations, 'terms_acceptance', 'account_id', owner.accountId);
    const buyer = await buyByCard(operations, await newPerson(operations));
    return {
      staff,
      owner,
      member,
      memberid,
      invitationid,
      person,
      older,
      acceptance,
      buyer,
      empty: await newPersonWithoutTwoStep(operations),
    };
  },
  [
    {
      route: 'admin/user/:userid',
      path: ({ person }) => user(person.accountId),
      as: ({ staff }) => staff.visitor,
    },
    { route: 'admin/user/:userid', path: ({ person }) => user(person.accountId), act: openFirstMenu },
    {
      route: 'admin/user/:userid/timeline',
      path: ({ person }) => `${user(person.accountId)}/timeline`,
    },
    {
      route: 'admin/user/:userid/timeline',
      path: ({ person }) => `${user(person.accountId)}/timeline?kind=purchases`,
    },
    {
      route: 'admin/user/:userid',
      path: ({ owner }) => `${user(owner.accountId)}#profile`,
      act: async (page) => {
        await page.getByLabel('City (optional)').fill('Dallas');
        await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
      },
    },
    { route: 'admin/user/:userid', path: `/admin/user/${randomUUID()}`, status: 404 },
    { route: 'admin/user/:userid/twostep', path: ({ owner }) => `${user(owner.accountId)}/twostep` },
    { route: 'admin/user/:userid/session', path: ({ owner }) => `${user(owner.accountId)}/session` },
    { route: 'admin/user/:userid/status', path: ({ owner }) => `${user(owner.accountId)}/status` },
    {
      route: 'admin/user/:userid/accepted/:acceptanceid',
      path: ({ owner, acceptance }) => `${user(owner.accountId)}/accepted/${acceptance}`,
    },
    {
      route: 'admin/user/:userid/refund/:applicationid',
      path: ({ buyer }) => `${user(buyer.accountId)}/refund/${buyer.applicationId}`,
    },
    {
      route: 'admin/user/:userid/report/:applicationid',
      path: ({ person, older }) => `${user(person.accountId)}/report/${older}`,
    },
    {
      route: 'admin/user/:userid/activate/:applicationid',
      path: ({ person, older }) => `${user(person.accountId)}/activate/${older}`,
    },
    { route: 'admin/user/:userid/link', path: ({ empty }) => `${user(empty.accountId)}/link` },
    {
      route: 'admin/user/:userid/enterprise',
      path: ({ empty }) => `${user(empty.accountId)}/enterprise`,
    },
    {
      route: 'admin/user/:userid/enterprise',
      path: ({ member }) => `${user(member.accountId)}/enterprise`,
    },
    { route: 'admin/user/:userid/enterprise/team/invite', path: ({ owner }) => `${team(owner)}/invite` },
    {
      route: 'admin/user/:userid/enterprise/team/invite',
      path: ({ owner }) => `${team(owner)}/invite`,
      act: async (page) => {
        await page.getByRole('dialog').getByLabel('Email').fill('nobody.yet@example.com');
        await page.getByText('They can still join').waitFor();
      },
    },
    {
      route: 'admin/user/:userid/enterprise/team/invitation/:invitationid',
      path: ({ owner, invitationid }) => `${team(owner)}/invitation/${invitationid}`,
    },
    {
      route: 'admin/user/:userid/enterprise/team/invitation/:invitationid/withdraw',
      path: ({ owner, invitationid }) => `${team(owner)}/invitation/${invitationid}/withdraw`,
    },
    {
      route: 'admin/user/:userid/enterprise/team/member/:memberid',
      path: ({ owner, memberid }) => `${team(owner)}/member/${memberid}`,
    },
    {
      route: 'admin/user/:userid/enterprise/team/member/:memberid/owner',
      path: ({ owner, memberid }) => `${team(owner)}/member/${memberid}/owner`,
    },
    {
      route: 'admin/user/:userid/enterprise/team/member/:memberid/remove',
      path: ({ owner, memberid }) => `${team(owner)}/member/${memberid}/remove`,
    },
    ...['', '/shieldlink', '/network', '/logo', '/packages'].map((part) => ({
      route: `admin/user/:userid/enterprise${part}`,
      path: ({ owner }: { owner: { accountId: string } }) => `${user(owner.accountId)}/enterprise${part}`,
    })),
    ...['company', 'company-card'].map((kind) => ({
      route: 'admin/user/:userid/enterprise/terms/:kind',
      path: ({ owner }: { owner: { accountId: string } }) =>
        `${user(owner.accountId)}/enterprise/terms/${kind}`,
    })),
  ],
);

/** A person with an alert of the pipeline that has been overdue for a day. */
async function alerted(
  operations: VisitedPortal,
  about: Pick<StaffAlert, 'alertType' | 'eventId' | 'reason'> = {
    alertType: 'monitor_profile_not_actioned',
    eventId: randomUUID(),
    reason: 'journey',
  },
) {
  const person = await newPersonWithoutTwoStep(operations, { lastname: 'Pipeline' });
  await operations.work('journeys.raise', (work) =>
    work.publish(staffAlertRaised, {
      ...about,
      accountId: person.accountId,
      dueAt: new Date(work.now.getTime() - DAY),
    }),
  );
  return { person, alert: await newest(operations, 'pipeline_alert', 'account_id', person.accountId) };
}

/** A former ShieldID that had too many wrong proofs. */
async function guessed(operations: VisitedPortal) {
  const eventId = randomUUID();
  await operations.pool.query(
    `insert into wrong_proof_count (id, kind, key, wrong, first_at, last_at)
      values ($1, 'archived-shield-id', $2, 5, now(), now())`,
    [eventId, `TX${eventId.replaceAll(/\D/g, '').padEnd(9, '7').slice(0, 9)}`],
  );
  return alerted(operations, { alertType: 'proof_limit', eventId, reason: 'archived-shield-id' });
}

const ssn = `219-${10 + (process.pid % 80)}-${1000 + (process.pid % 8000)}`;

export const queues = group(
  'the console’s queues and cases',
  async ({ operations, outbox }) => {
    const staff = await newStaff(operations);
    const other = await newStaff(operations);
    // A grid shows its filters only beside rows.
    await newCompany(operations);
    const { person, alert } = await alerted(operations);
    const wrongProofs = await guessed(operations);

    const first = await newApplicant(operations);
    await submit(first, ssn);
    const double = await newApplicant(operations);
    await submit(double, ssn);
    const order = await newest(operations, 'cra_order', 'application_id', double.applicationId);

    const checked = await newApplicant(operations);
    await submit(checked, '900-00-0004');
    await outbox.wait(checked.emailaddress, /is ready for your review/);
    await acceptResult(checked);
    const { disputeid: block } = await askForBlock(checked);
    const { disputeid: dispute } = await checked.visitor.perform(openDispute, {
      applicationid: checked.applicationId,
      errortext: 'That is not mine',
      items: [],
    });
    const { rows } = await operations.pool.query<{ number: string }>(
      'select profile_number as number from cra_order where application_id = $1',
      [checked.applicationId],
    );

    const onPaper = await newApplicant(operations);
    await choosePaper(onPaper, '900-00-0002');
    const uploaded = await newApplicant(operations);
    await choosePaper(uploaded, '900-00-0002');
    await uploaded.visitor.perform(savePackage, {
      applicationid: uploaded.applicationId,
      package: [await fileOf(makePdf())],
    });
    const verified = await atVerification(operations, 'Consider');
    const run = await takeAll(operations, verified);
    const asking = await newPersonWithoutTwoStep(operations);
    await asking.visitor.perform(askLimit, { message: 'No marketing, please' });
    const buyer = await buyByCard(operations, await newPerson(operations));
    await setRefundLimit(operations, 30);
    await other.visitor.perform(submitRefund, {
      applicationid: buyer.applicationId,
      refundamount: '50',
      cancel_application: 'NO',
      note: 'Ticket 4711: half the work',
    });
    const { refunds } = await staff.visitor.perform(listRefunds, { work: 'waiting' });
    return {
      staff,
      person,
      alert,
      wrongProofs,
      order,
      checked,
      profile: rows[0]?.number,
      dispute,
      block,
      silent: await newSilentApplicant(operations, outbox),
      suppression: await newSuppression(operations),
      onPaper,
      uploaded,
      verified,
      run,
      request: await newest(operations, 'privacy_request', 'account_id', asking.accountId),
      refund: refunds.find(({ userid }) => userid === buyer.accountId)?.id,
      empty: asking,
    };
  },
  [
    { route: 'admin/pipeline', path: '/admin/pipeline', as: ({ staff }) => staff.visitor },
    { route: 'admin/pipeline', path: '/admin/pipeline?search=nobody@example.com' },
    {
      route: 'admin/pipeline',
      path: ({ person, alert }) => `/admin/pipeline?search=${person.emailaddress}&open=${alert}`,
    },
    ...(['assign', 'note', 'dismiss', 'close'] as const).map((act) => ({
      route: `admin/pipeline/:alertid/${act}`,
      path: ({ alert }: { alert: string }) => `/admin/pipeline/${alert}/${act}`,
    })),
    {
      route: 'admin/pipeline',
      path: ({ wrongProofs: { person, alert } }) =>
        `/admin/pipeline?search=${person.emailaddress}&open=${alert}`,
    },
    ...['assign', 'close'].map((act) => ({
      route: 'admin/pipeline/selected',
      path: ({ alert }: { alert: string }) => `/admin/pipeline/selected?action=${act}&selected=${alert}`,
    })),
    {
      route: 'admin/pipeline/:alertid/proofs',
      path: ({ wrongProofs: { alert } }) => `/admin/pipeline/${alert}/proofs`,
    },
    { route: 'admin/ssn/:orderid', path: ({ order }) => `/admin/ssn/${order}` },
    ...['admin/disputes', 'admin/companies', 'admin/suppressions', 'admin/requests', 'admin/refunds'].map(at),
    { route: 'admin/disputes/:disputeid', path: ({ dispute }) => `/admin/disputes/${dispute}` },
    { route: 'admin/disputes/:disputeid', path: ({ block }) => `/admin/disputes/${block}` },
    {
      route: 'admin/suppressions/:suppressionid',
      path: ({ suppression }) => `/admin/suppressions/${suppression}`,
    },
    { route: 'admin/audit', path: '/admin/audit?kind=settings' },
    { route: 'admin/requests/:requestid', path: ({ request }) => `/admin/requests/${request}` },
    { route: 'admin/refunds/:refundid', path: ({ refund }) => `/admin/refunds/${refund}` },
    {
      route: 'admin/application/:applicationid',
      path: (w) => `/admin/application/${w.onPaper.applicationId}`,
    },
    {
      route: 'admin/application/:applicationid',
      path: (w) => `/admin/application/${w.uploaded.applicationId}`,
    },
    {
      route: 'admin/application/:applicationid/intake',
      path: (w) => `/admin/application/${w.onPaper.applicationId}/intake`,
    },
    {
      route: 'admin/user/:userid/idverification/:runid',
      path: ({ verified, run }) => `${user(verified.accountId)}/idverification/${run}`,
    },
    { route: 'admin/user/:userid/score/:scorechangeid', path: ({ silent }) => `/admin/user/${silent}` },
    { route: 'admin/user/:userid', path: ({ checked }) => user(checked.accountId) },
    { route: 'admin/user/:userid/irecord', path: ({ checked }) => `${user(checked.accountId)}/irecord` },
    {
      route: 'admin/user/:userid/link/confirm',
      path: ({ empty, profile }) => `${user(empty.accountId)}/link/confirm?profile=${profile}`,
    },
    {
      route: 'dev/outbox/:id',
      path: '/dev/outbox',
      act: followFirst('/dev/outbox/'),
    },
  ],
);
