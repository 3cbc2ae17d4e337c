import { addTeamMember, createCompany } from '#modules/enterprise/index.ts';
import { allConnections, newInvite } from '#modules/network/index.ts';
import { DAY, runSweep, setSetting } from '#modules/platform/index.ts';
import { refundApproval } from '#modules/purchasing/index.ts';
import type { Surroundings } from '../connect.ts';
import { acmeScenes } from './acme.ts';
import { adverseScenes } from './adverse.ts';
import { acmeTeam, borealisOwner, dana, nina, secondStaffMember, staffMember } from './cast.ts';
import { companyScenes } from './companies.ts';
import { complianceScenes } from './compliance.ts';
import { makeCouponTypes, saveCompanyCard } from './coupons.ts';
import { deskScenes } from './desk.ts';
import { keyScenes } from './keys.ts';
import { setUpDemoPortal } from './portal.ts';
import type { Scene } from './scene.ts';
import { createStaff, LARGEST_ALONE, shareOutAlerts } from './staff.ts';
import { Stage } from './stage.ts';
import { acceptScore, demoPassword, join, orderCheck, signIn } from './steps.ts';

export { demoPassword };

/** The accounts of the demo data that one can sign in to, for `shield up` to print. */
export const demoAccounts: readonly { emailaddress: string; who: string }[] = [
  { emailaddress: staffMember.emailaddress, who: 'staff; the second step comes by email' },
  { emailaddress: secondStaffMember.emailaddress, who: 'staff; approves what needs a second admin' },
  { emailaddress: 'dana@shieldhub.test', who: 'IC01, valid, found by search' },
  { emailaddress: 'ivan@shieldhub.test', who: 'in the renewal window' },
  { emailaddress: 'nina@shieldhub.test', who: 'new, nothing bought' },
  { emailaddress: 'omar@shieldhub.test', who: 'expired' },
  { emailaddress: 'owner@acme.test', who: 'owner of Acme Builders' },
  { emailaddress: 'manager@acme.test', who: 'team admin of Acme Builders' },
  { emailaddress: 'viewer@acme.test', who: 'viewer of Acme Builders' },
  { emailaddress: 'owner@borealis.test', who: 'owner of Borealis Logistics' },
];

/**
 * How many days before today the demo begins. It is before the oldest check, so that all people who invite others
 * already exist.
 */
const DAYS_BACK = 420;
/** How many scenes run at the same time; more would not be faster in one process. */
const PARALLEL_SCENES = 4;

/** Fills an empty database by running the portal's operations with a clock that moves forward until today. */
export async function seedDemo(at: Surroundings): Promise<void> {
  const today = new Date();
  const stage = await Stage.open(at, new Date(today.getTime() - DAYS_BACK * DAY));
  try {
    await setUpDemoPortal(stage.portal);
    await setSetting(stage.portal.db, refundApproval, LARGEST_ALONE, stage.clock.now());
    await createStaff(stage);
    await foundCompanies(stage);
    const days = Map.groupBy(allScenes(), (scene) => scene.daysAgo * 10 - scene.order);
    for (const [key, scenes] of [...days].sort(([a], [b]) => b - a)) {
      stage.goTo(today, Math.ceil(key / 10));
      await playInParallel(stage, scenes);
      await stage.settle();
    }
    stage.goTo(today, 0);
    await runSweep(stage.portal, allConnections);
    await shareOutAlerts(stage);
    await stage.settle();
  } finally {
    await stage.close();
  }
}

function allScenes(): Scene[] {
  return [
    ...acmeScenes(),
    ...adverseScenes(),
    ...companyScenes(),
    ...complianceScenes(),
    ...danaScenes(),
    ...deskScenes(),
    ...keyScenes,
    { daysAgo: 2, order: 1, run: async (stage) => void (await join(stage, nina)) },
    { daysAgo: 2, order: 2, run: borealisInvites },
  ];
}

async function playInParallel(stage: Stage, scenes: readonly Scene[]): Promise<void> {
  const waiting = [...scenes];
  const players = Array.from({ length: PARALLEL_SCENES }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.run(stage);
  });
  await Promise.all(players);
}

async function foundCompanies(stage: Stage): Promise<void> {
  const { portal } = stage;
  const [owner, admin, viewer, borealis] = await Promise.all([
    join(stage, acmeTeam.owner),
    join(stage, acmeTeam.admin),
    join(stage, acmeTeam.viewer),
    join(stage, borealisOwner),
  ]);
  await portal.work('demo.companies', async (work) => {
    const companyId = await createCompany(work, {
      company_name: 'Acme Builders',
      ownerAccountId: owner.accountId,
      company_address1: '1200 Congress Avenue',
      company_address2: 'Suite 400',
      company_city: 'Austin',
      company_state: 'TX',
      company_postalcode: '78701',
      company_phone: '5125550142',
      company_url: 'https://acme.test',
      dashboard_enabled: true,
      alert_dashboard_enabled: true,
      team_management_enabled: true,
      enable_payments: true,
      shieldlink_enabled: true,
      branding_hostname: 'acme',
      primary_color: '#1F5F4A',
    });
    await addTeamMember(work, { companyId, accountId: admin.accountId, role: 'admin' });
    await addTeamMember(work, { companyId, accountId: viewer.accountId, role: 'viewer' });
    await makeCouponTypes(work, companyId);
    await createCompany(work, {
      company_name: 'Borealis Logistics',
      ownerAccountId: borealis.accountId,
      company_city: 'Portland',
      company_state: 'OR',
      company_postalcode: '97205',
      company_phone: '5035550119',
    });
  });
  await saveCompanyCard(owner.browser);
}

/** Dana is valid. */
function danaScenes(): Scene[] {
  let accept: (() => Promise<void>) | null = null;
  const order = async (stage: Stage) => {
    const { browser } = await join(stage, dana);
    const applicationId = await orderCheck(stage, browser, dana, 'accepted');
    accept = () => acceptScore(browser, applicationId);
  };
  return [
    { daysAgo: 60, order: 1, run: order },
    { daysAgo: 60, order: 2, run: async () => accept?.() },
  ];
}

/** Gives Dana and Nina an open invitation, which their home pages show. */
async function borealisInvites(stage: Stage): Promise<void> {
  const owner = await signIn(stage, borealisOwner.emailaddress);
  await owner.perform(newInvite, { touser: dana.emailaddress });
  await owner.perform(newInvite, { touser: nina.emailaddress });
}
