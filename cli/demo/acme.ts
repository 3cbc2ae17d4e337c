import {
  acceptInvite,
  ignoreInvite,
  listInvitations,
  newInvite,
  openInvitation,
  recordBounce,
  setConnectionActive,
  setShareDetails,
} from '#modules/network/index.ts';
import type { Browser } from './browser.ts';
import { inviteByFile } from './bulk.ts';
import { acmeTeam, contractor, ivan, type Member, omar } from './cast.ts';
import { type DemoCoupon, findCouponType } from './coupons.ts';
import { departureScenes, leaving, lowered, removed } from './departures.ts';
import type { Scene } from './scene.ts';
import { refundPart } from './staff.ts';
import type { Stage } from './stage.ts';
import { acceptScore, type Joined, join, orderCheck, type Progress, signIn } from './steps.ts';

/** The history of one contractor in Acme's network. Days are counted back from today. */
interface Part {
  /** The person's check and how far it has come. */
  check?: { daysAgo: number; progress: Progress; ssn?: string };
  /** When staff refunded a part of the check. */
  refundedDaysAgo?: number;
  invitedDaysAgo: number;
  /** The coupon that came with the invitation and pays for the check. */
  coupon?: DemoCoupon;
  /** The person's answer to the invitation; undefined while it is open. */
  answer?: 'accepted' | 'ignored' | 'bounced';
  sharing?: 'report' | 'off';
  /** Never registered. */
  absent?: boolean;
  /** Invited with others by a file. */
  byFile?: boolean;
}

const DAYS_OF_CHECKS = [300, 240, 180, 120, 60, 24];

/** How many days before their check people were invited. */
const DAYS_TO_CHECK = [0, 1, 5, 0, 2, 12, 3, 20];

/** The twelve statuses and the number of contractors with each. Including Ivan and Omar there are 120 (D50). */
const roles: readonly [count: number, part: (n: number) => Part][] = [
  // CURRENT, and the one whose score fell
  [
    21,
    (n) => ({
      ...checked(DAYS_OF_CHECKS[n % 6] ?? 60, DAYS_TO_CHECK[n % 8]),
      answer: 'accepted',
      ...(n % 3 === 0 ? { sharing: 'report' } : {}),
    }),
  ],
  // INRENEWALWINDOW, and Ivan
  [4, (n) => ({ ...checked(n % 2 ? 345 : 335), answer: 'accepted' })],
  // EXPIRED, and Omar
  [4, (n) => ({ ...checked(n % 2 ? 400 : 380), answer: 'accepted' })],
  // DISABLED
  [3, () => ({ ...checked(120), answer: 'accepted', sharing: 'off' })],
  // PENDINGINVITEACCEPT
  [4, () => ({ ...checked(60), invitedDaysAgo: 5 })],
  // INVITEINRENEWALWINDOW
  [2, (n) => ({ ...checked(n % 2 ? 380 : 335), invitedDaysAgo: 5 })],
  // SCOREPENDING
  [3, () => ({ check: { daysAgo: 3, progress: 'pending' }, invitedDaysAgo: 9 })],
  // CHECKINPROGRESS: with an SSN for which the sandbox never finishes the check
  [3, () => ({ check: { daysAgo: 3, progress: 'submitted', ssn: '900000012' }, invitedDaysAgo: 9 })],
  // APPSTARTED; the first one paid with a coupon, so that the refund goes to both payers. This part is used because no
  // score depends on it.
  [
    5,
    (n) => ({
      check: { daysAgo: 3, progress: 'paid' },
      invitedDaysAgo: 9,
      ...(n === 0 ? { coupon: 'percent', refundedDaysAgo: 2 } : {}),
    }),
  ],
  // INVITE: some have expired; some people registered but bought nothing yet, the first of them with an unused coupon
  [
    46,
    (n) => ({
      invitedDaysAgo: n % 10 === 0 ? 60 : n % 2 ? 9 : 5,
      absent: n % 8 !== 1,
      byFile: isInFile(n),
      ...(n === 1 ? { coupon: 'full' } : {}),
    }),
  ],
  // INVITEIGNORE
  [5, () => ({ invitedDaysAgo: 9, answer: 'ignored' })],
  // INVITEBOUNCE
  [17, () => ({ invitedDaysAgo: 9, answer: 'bounced', absent: true })],
];

/** Some of those who were invited five days ago. */
const isInFile = (n: number) => n % 2 === 0 && n % 10 !== 0;

function checked(daysAgo: number, invitedBefore = 0): Part {
  return { check: { daysAgo, progress: 'accepted' }, invitedDaysAgo: daysAgo + invitedBefore };
}

/** The members of Acme's team, and the days on which they act. */
export function acmeScenes(): Scene[] {
  let n = 0;
  const scenes: Scene[] = [];
  const inFile: Member[] = [];
  for (const [count, part] of roles) {
    for (let at = 0; at < count; at += 1) {
      const member = contractor(n);
      const played = part(at);
      if (played.byFile) inFile.push(member);
      else scenes.push(...play(member, played));
      n += 1;
    }
  }
  scenes.push({
    daysAgo: 5,
    order: 0,
    run: async (stage) => inviteByFile(await ownerOn(stage), inFile),
  });
  scenes.push(...play(ivan, { ...checked(335), answer: 'accepted', sharing: 'report' }));
  scenes.push(...play(omar, { ...checked(400), answer: 'accepted' }));
  scenes.push(...play(lowered, { ...checked(24), answer: 'accepted' }));
  for (const member of [leaving, removed])
    scenes.push(...play(member, { ...checked(60), answer: 'accepted' }));
  return [...scenes, ...departureScenes()];
}

function play(member: Member, part: Part): Scene[] {
  const { check, refundedDaysAgo, invitedDaysAgo, answer, coupon, absent = false } = part;
  const scenes: Scene[] = [
    { daysAgo: invitedDaysAgo, order: 0, run: (stage) => inviteByOwner(stage, member, coupon) },
  ];
  if (answer === 'bounced') {
    scenes.push({ daysAgo: invitedDaysAgo, order: 1, run: (stage) => bounce(stage, member) });
  }
  if (absent) return scenes;
  const joinedDaysAgo = check?.daysAgo ?? invitedDaysAgo;
  let applicant: Applicant | null = null;
  scenes.push({
    daysAgo: joinedDaysAgo,
    order: 1,
    run: async (stage) => {
      applicant = await attend(stage, member, part);
    },
  });
  // The agency has answered by then.
  scenes.push({
    daysAgo: joinedDaysAgo,
    order: 2,
    run: async () => {
      if (applicant) await decide(applicant, part);
    },
  });
  if (check && !answer) {
    scenes.push({
      daysAgo: Math.min(invitedDaysAgo, joinedDaysAgo),
      order: 3,
      run: async (stage) => openInvitations(await signIn(stage, member.emailaddress)),
    });
  }
  if (refundedDaysAgo === undefined) return scenes;
  scenes.push({
    daysAgo: refundedDaysAgo,
    order: 1,
    run: async (stage) => {
      if (applicant?.applicationId) await refundPart(stage, applicant.applicationId);
    },
  });
  return scenes;
}

/** A team member signs in once per day, however much they do on it. */
const signedInOn = new Map<string, Promise<Browser>>();

function ownerOn(stage: Stage): Promise<Browser> {
  const day = stage.clock.now().toISOString().slice(0, 10);
  const known = signedInOn.get(day) ?? signIn(stage, acmeTeam.owner.emailaddress);
  signedInOn.set(day, known);
  return known;
}

async function inviteByOwner(stage: Stage, member: Member, coupon?: DemoCoupon): Promise<void> {
  const owner = await ownerOn(stage);
  await owner.perform(newInvite, {
    touser: member.emailaddress,
    purchase_coupon: coupon ? await findCouponType(owner, coupon) : null,
  });
}

async function bounce(stage: Stage, member: Member): Promise<void> {
  await stage.portal.work('demo.bounce', (work) => recordBounce(work, { emailaddress: member.emailaddress }));
}

interface Applicant extends Joined {
  applicationId: string | null;
}

/** Registers and orders the check. */
async function attend(stage: Stage, member: Member, { check }: Part): Promise<Applicant> {
  const joined = await join(stage, member);
  if (!check) return { ...joined, applicationId: null };
  const { progress, ssn = member.ssn } = check;
  return { ...joined, applicationId: await orderCheck(stage, joined.browser, { ...member, ssn }, progress) };
}

/** Opens the invitation without answering it. */
async function openInvitations(browser: Browser): Promise<void> {
  const { invitations } = await browser.perform(listInvitations, {});
  for (const { inviteid } of invitations) await browser.perform(openInvitation, { inviteid });
}

/** Accepts the score and answers open invitations. */
async function decide({ browser, applicationId }: Applicant, part: Part): Promise<void> {
  const { check, answer, sharing } = part;
  if (applicationId && check?.progress === 'accepted') await acceptScore(browser, applicationId);
  if (!answer) return;
  const { invitations } = await browser.perform(listInvitations, {});
  for (const { inviteid } of invitations) {
    if (answer === 'ignored') await browser.perform(ignoreInvite, { inviteid });
    if (answer !== 'accepted') continue;
    await browser.perform(acceptInvite, { inviteid, accepttype: 'INDIVIDUAL' });
    if (sharing === 'report')
      await browser.perform(setShareDetails, { connectionid: inviteid, reportshared: 'YES' });
    if (sharing === 'off')
      await browser.perform(setConnectionActive, { connectionid: inviteid, active: 'NO' });
  }
}
