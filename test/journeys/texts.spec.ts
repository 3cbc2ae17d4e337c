import type { Page } from '@playwright/test';
import { assignPipelineAlert, listPipelineAlerts, submitRefund } from '#modules/admin/index.ts';
import { openDispute, withdrawDispute } from '#modules/applications/index.ts';
import { inviteMember, saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { cancelInvite, newInvite } from '#modules/network/index.ts';
import { DAY, newId, staffAlertRaised } from '#modules/platform/index.ts';
import type { TextKey } from '#modules/words.ts';
import { type Applicant, acceptResult } from '#test/factories/applicants.ts';
import { newApplication, newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { makePdf } from '#test/factories/paper.ts';
import { newPersonWithoutTwoStep, newStaff, type Registered } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { buyByCard } from '#test/factories/shop.ts';
import { newAddress } from '#test/factories/two-step-methods.ts';
import { atVerification, takeAll } from '#test/factories/verifications.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { newReadyResult } from './acts/score.ts';
import { invite, tryDigits } from './acts/sms-accept.ts';
import type { Makers } from './pages/look.ts';

/**
 * What a person reads in a state that operations can make. Each row makes the state, opens the page and may act. Texts
 * of refusals are shown by the tests of the operations; a few stand here for how pages show them.
 */
interface Row {
  shows: TextKey | readonly TextKey[];
  make(makers: Makers): Promise<State>;
  /** What the person does in the page. */
  act?: (page: Page) => Promise<unknown>;
}

interface State {
  as: { emailaddress: string };
  path: string;
  /** What somebody else does after the page was opened. */
  meanwhile?: () => Promise<unknown>;
}

/** A person with an active score, who disputes it. */
async function disputing(makers: Makers): Promise<Applicant & { disputeid: string }> {
  const applicant = await newReadyResult(makers.operations, makers.outbox);
  await acceptResult(applicant);
  const { visitor, applicationId: applicationid } = applicant;
  const wrong = { applicationid, errortext: 'That is not mine', items: [] };
  return { ...applicant, ...(await visitor.perform(openDispute, wrong)) };
}

const disputes: Row[] = [
  {
    shows: 'dispute.closed',
    async make(makers) {
      const person = await disputing(makers);
      const { disputeid, visitor } = person;
      const meanwhile = () => visitor.perform(withdrawDispute, { disputeid });
      return { as: person, path: `/user/disputes/${disputeid}`, meanwhile };
    },
    async act(page) {
      await fill(page, { Message: 'One more thing' });
      await press(page, 'Send message');
    },
  },
  {
    shows: 'document.encrypted',
    async make(makers) {
      const person = await disputing(makers);
      return { as: person, path: `/user/disputes/${person.disputeid}` };
    },
    async act(page) {
      const scan = (await makePdf(1)).toString('latin1');
      const locked = scan.replace('trailer\n<<', 'trailer\n<< /Encrypt 1 0 R');
      const file = { name: 'court.pdf', mimeType: 'application/pdf', buffer: Buffer.from(locked, 'latin1') };
      await fill(page, { Message: 'This is the letter of the court' });
      await page.getByLabel('Documents (optional)').setInputFiles(file);
      await press(page, 'Send message');
    },
  },
];

/** Staff, at the page that would move a check from one person to another. */
async function moving(
  { operations }: Makers,
  wanted: { days?: number } = {},
): Promise<State & { from: Registered; to: Registered }> {
  const name = { firstname: 'Otto', lastname: 'Held' };
  const from = await newScoredPerson(operations, { ...name, ...wanted });
  const profile = newId();
  await operations.pool.query(
    `update cra_order set profile_number = $2, placed_at = created_at, state = 'completed'
     where application_id in (select id from application where account_id = $1)`,
    [from.accountId, profile],
  );
  const to = await newPersonWithoutTwoStep(operations, name);
  const path = `/admin/user/${to.accountId}/link/confirm?profile=${profile}`;
  return { as: await newStaff(operations), path, from, to };
}

const born = ({ operations }: Makers, { accountId }: Registered, day: string) =>
  operations.pool.query('update account set dateofbirth = $2 where id = $1', [accountId, day]);

const transfers: Row[] = [
  {
    shows: 'console.changed-meanwhile',
    async make(makers) {
      const state = await moving(makers);
      return { ...state, meanwhile: () => born(makers, state.from, '1990-01-01') };
    },
    async act(page) {
      await fill(page, { Reason: 'The old address is gone' });
      await press(page, 'Move the check');
    },
  },
  {
    shows: ['transfer.birth', 'transfer.renewal-open'],
    async make(makers) {
      const state = await moving(makers);
      await born(makers, state.from, '1990-01-01');
      await born(makers, state.to, '1980-01-01');
      await newApplication(makers.operations, state.from.accountId, 'paid');
      return state;
    },
    act: (page) => expect(page.getByRole('button', { name: 'Move the check' })).toBeHidden(),
  },
];

/** A page at the step of the ID verification, while the photos are taken elsewhere. */
const verifiedElsewhere =
  (lastname: string) =>
  async ({ operations }: Makers): Promise<State> => {
    const person = await atVerification(operations, lastname);
    const taken = () =>
      operations.db
        .selectFrom('id_verification')
        .select('status')
        .where('account_id', '=', person.accountId)
        .executeTakeFirst();
    const meanwhile = async () => {
      await takeAll(operations, person);
      const becomes = lastname === 'Wait' ? 'processing' : 'approved';
      await expect.poll(async () => (await taken())?.status).toBe(becomes);
    };
    return { as: person, path: '/user/idverification', meanwhile };
  };

async function startVerification(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await press(page, 'Start verification');
}

const verifications: Row[] = [
  { shows: 'verification.waits', make: verifiedElsewhere('Wait'), act: startVerification },
  { shows: 'verification.exists', make: verifiedElsewhere('Approve'), act: startVerification },
];

const deleteAccount = async (page: Page) => {
  await page.getByLabel('Current password', { exact: true }).fill('copper-Lantern-2026');
  await press(page, 'Delete account');
};

const people: Row[] = [
  {
    shows: 'privacy.deletion-owner',
    make: async ({ operations }) => ({
      as: (await newCompany(operations)).owner,
      path: '/user/profile/privacy/delete',
    }),
    act: deleteAccount,
  },
  {
    shows: 'alert.assigned',
    async make({ operations }) {
      const [staff, colleague] = [await newStaff(operations), await newStaff(operations)];
      const person = await newPersonWithoutTwoStep(operations);
      await operations.work('journeys.raise', (work) =>
        work.publish(staffAlertRaised, {
          alertType: 'monitor_profile_not_actioned',
          eventId: newId(),
          accountId: person.accountId,
          reason: 'journey',
          dueAt: work.now,
        }),
      );
      const search = person.emailaddress;
      const { pipelinedata } = await colleague.visitor.perform(listPipelineAlerts, { search });
      const taken = { alertid: pipelinedata[0]?.id ?? '', assignee: colleague.accountId, seen: '' };
      const meanwhile = () => colleague.visitor.perform(assignPipelineAlert, taken);
      // Without script, another page of the list would show that it is assigned.
      const path = `/admin/pipeline?state=all&search=${search}&menu=${taken.alertid}`;
      return { as: staff, path, meanwhile };
    },
    act: (page) => press(page, 'Assign to me'),
  },
];

const bySms =
  (wanted: { score?: boolean; number?: boolean }) =>
  async ({ operations }: Makers): Promise<State> => {
    const host = await newPersonWithoutTwoStep(operations);
    const { id } = await invite(operations, host, wanted);
    return { as: host, path: `/user/network/smsaccept/${id}` };
  };

const network: Row[] = [
  { shows: 'sms.no-number', make: bySms({ number: false }) },
  { shows: 'sms.no-score', make: bySms({ score: false }) },
  {
    shows: 'sms.closed',
    async make({ operations }) {
      const host = await newPersonWithoutTwoStep(operations);
      const { id } = await invite(operations, host);
      const meanwhile = () => host.visitor.perform(cancelInvite, { inviteid: id });
      return { as: host, path: `/user/network/smsaccept/${id}`, meanwhile };
    },
    act: (page) => tryDigits(page, '1234'),
  },
  {
    shows: 'sms.company',
    async make({ operations }) {
      const client = await newCompany(operations, { shieldlink_enabled: true });
      const asked = await newCompany(operations, { shieldlink_enabled: true });
      const { inviteid } = await client.owner.visitor.perform(newInvite, {
        touser: asked.owner.emailaddress,
        connectiontype: 'FULLNETWORK',
      });
      return { as: client.owner, path: `/user/network/smsaccept/${inviteid}` };
    },
  },
  {
    shows: 'shares.still-on',
    async make({ operations }) {
      const person = await newScoredPerson(operations);
      const id = await joinNetwork(await newCompany(operations), person);
      return { as: person, path: `/user/network/leave/${id}` };
    },
    act: (page) => expect(page.getByRole('button', { name: 'Yes' })).toHaveCount(0),
  },
  {
    shows: 'invitations.no-score',
    async make({ operations }) {
      const host = await newPersonWithoutTwoStep(operations);
      const expired = await newScoredPerson(operations, { days: -3 });
      const { inviteid } = await host.visitor.perform(newInvite, { touser: expired.accountId });
      return { as: expired, path: `/user/invitations/${inviteid}/accept` };
    },
  },
];

/** A person, and the page of the link with which a company has invited them into its team. */
async function invitedToTeam({ operations, outbox }: Makers, emailaddress?: string) {
  const company = await newCompany(operations, { team_management_enabled: true });
  const person = await newPersonWithoutTwoStep(operations);
  const address = emailaddress ?? person.emailaddress;
  const { visitor } = company.owner;
  const { invitationid } = await visitor.perform(inviteMember, { emailaddress: address, role: 'viewer' });
  const { text } = await outbox.wait(address, /invites you to join its team/);
  return { as: person, path: /\/link\/[\w-]+/.exec(text)?.[0] ?? '', company, visitor, invitationid };
}

const team: Row[] = [
  { shows: 'team.invite-other-address', make: (makers) => invitedToTeam(makers, newAddress()) },
  {
    shows: 'team.invite-withdrawn',
    async make(makers) {
      const { visitor, invitationid, ...state } = await invitedToTeam(makers);
      const members = [{ invitationid, delete_flag: 'YES' as const }];
      return { ...state, meanwhile: () => visitor.perform(saveEnterpriseTeam, { members }) };
    },
    act: (page) => press(page, 'Join the team'),
  },
  {
    shows: 'team.invite-expired',
    async make(makers) {
      const { invitationid, ...state } = await invitedToTeam(makers);
      await makers.operations.pool.query(
        `update team_invitation set invited_at = invited_at - $2::interval, sent_at = sent_at - $2::interval,
           expires_at = expires_at - $2::interval where id = $1`,
        [invitationid, `${30 * DAY} milliseconds`],
      );
      return state;
    },
  },
  {
    shows: 'team.management-off',
    async make({ operations }) {
      const company = await newCompany(operations, { team_management_enabled: false });
      await newTeamMember(operations, company, 'admin');
      return { as: company.owner, path: '/user/profile/company' };
    },
    act: (page) => expect(page.getByLabel(/^Actions for/)).toHaveCount(0),
  },
];

/** Staff, at the dialog that refunds a check that somebody has bought. */
async function refunding({ operations }: Makers, card?: string) {
  const buyer = await buyByCard(operations, await newPersonWithoutTwoStep(operations), card);
  const path = `/admin/user/${buyer.accountId}/refund/${buyer.applicationId}`;
  return { as: await newStaff(operations), path, buyer };
}

/** Another admin refunds all of it, which has to be approved. */
async function refundAll({ operations }: Makers, { applicationId }: Applicant): Promise<void> {
  const { visitor } = await newStaff(operations);
  // The same amount as in the other journeys, which run on the same portal.
  await setRefundLimit(operations, 30);
  await visitor.perform(submitRefund, {
    applicationid: applicationId,
    refundamount: '',
    cancel_application: 'NO',
    note: 'Ticket 4713: all of it',
  });
}

const refund = (amount?: string) => async (page: Page) => {
  if (amount !== undefined) {
    await page.getByRole('radio', { name: 'Other amount' }).check();
    await page.getByRole('textbox', { name: /^Amount/ }).fill(amount);
  }
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Ticket 4713: a mistake');
  await press(page, 'Issue refund');
};

const refunds: Row[] = [
  {
    shows: 'refund.under-way',
    async make(makers) {
      const { buyer, ...state } = await refunding(makers);
      await refundAll(makers, buyer);
      return state;
    },
    act: refund('1'),
  },
  {
    shows: 'refund.disputed',
    async make(makers) {
      const { buyer, ...state } = await refunding(makers, 'pm_card_createDispute');
      const told = () =>
        makers.operations.db
          .selectFrom('ledger_entry')
          .select('id')
          .where('account_id', '=', buyer.accountId)
          .where('kind', '=', 'dispute')
          .executeTakeFirst();
      await expect.poll(told).toBeDefined();
      return state;
    },
    act: refund(),
  },
];

const rows = [...disputes, ...transfers, ...verifications, ...people, ...network, ...team, ...refunds];

for (const { shows, make, act } of rows) {
  const keys = [shows].flat();
  test(`a page shows ${keys.join(' and ')}`, async ({ page, operations, outbox, enter }) => {
    const { as, path, meanwhile } = await make({ operations, outbox });
    await enter(page, as);
    await page.goto(path);
    await meanwhile?.();
    await act?.(page);
    for (const key of keys) await expectShown(page, key);
    await expectAccessible(page);
  });
}
