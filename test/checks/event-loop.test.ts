import { expect, test } from 'vitest';
import { loader as documentation } from '#app/routes/api/openapi.ts';
import { action as sendSignIn } from '#app/routes/identity/login.tsx';
import { loader as home } from '#app/routes/user/home.tsx';
import { bodyLimits } from '#app/server/body.ts';
import { getApplicationPdf } from '#modules/applications/index.ts';
import { login, ratePassword } from '#modules/identity/index.ts';
import { listSharedWithMe, newInvite, readExport } from '#modules/network/index.ts';
import { downloadReceipt, listPurchases } from '#modules/purchasing/index.ts';
import { askPage } from '#test/app/page.ts';
import { measureLongestBlock } from '#test/event-loop-block.ts';
import { newApplicant, submit } from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** In milliseconds: how long one piece of work may block the event loop. */
const MOST = 50;

/**
 * Garbage collection and other load on the machine make a turn longer now and then, but a mistake in the code does so
 * every time.
 */
const TRIES = 4;

const portal = await testPortal();
const nobody = portal.visitor();
const { owner } = await newCompany(portal);
for (let at = 0; at < 50; at += 1) {
  await owner.visitor.perform(newInvite, { touser: `invited${at}@example.com` });
}
const applicant = await newApplicant(portal);
/**
 * Made in advance, because making an applicant runs the jobs, which may then include the agency's callback, which fails
 * here.
 */
const toSubmit = [applicant];
while (toSubmit.length <= TRIES) toSubmit.push(await newApplicant(portal));

/** The password that takes the longest to rate, because each character may stand for another one. */
const costly = '4@8({[</369&#!1/|0$5+7%2/4@8({[</369&#!1';
const apiPage = { path: '/api/openapi.json' };
const manyFields = 'a=&'.repeat(bodyLimits.form / 3);

/**
 * Work that is mostly computation. Each case is run once before it is measured, so that loading and compiling are not
 * counted.
 */
const cases: [string, () => Promise<unknown>][] = [
  ['a password is rated', () => nobody.perform(ratePassword, { password: costly })],
  [
    'a sign-in is refused',
    () => nobody.call('POST', '/login', { emailaddress: 'a@b.example', password: PASSWORD }),
  ],
  [
    'somebody signs in',
    () => portal.visitor().perform(login, { emailaddress: owner.emailaddress, password: PASSWORD }),
  ],
  [
    'a form of as many fields as fit is refused',
    () => askPage(portal, nobody, sendSignIn, { path: '/login', form: manyFields }),
  ],
  [
    'many ask at once for the documentation of the calls',
    () => Promise.all(Array.from({ length: 20 }, () => askPage(portal, nobody, documentation, apiPage))),
  ],
  ['home is read', () => askPage(portal, owner.visitor, home, { path: '/user' })],
  ['a network is listed', () => owner.visitor.perform(listSharedWithMe, { rows: 50 })],
  ['a network is exported', () => owner.visitor.perform(readExport, {})],
  [
    'an application is filled in, submitted and drawn as PDF',
    async () => {
      const applying = toSubmit.pop();
      if (!applying) throw new Error('Nobody is left to apply');
      await submit(applying, '900-00-0002');
      // The agency's callback is sent to the portal's public address, where no server listens.
      await portal.runJobs({ failures: [] });
      await applying.visitor.perform(getApplicationPdf, {});
    },
  ],
  [
    'a receipt is drawn as PDF',
    async () => {
      const { purchases } = await applicant.visitor.perform(listPurchases, {});
      return applicant.visitor.perform(downloadReceipt, { purchaseid: purchases[0]?.purchaseid });
    },
  ],
];

test.each(cases)('nobody waits long while %s', async (_what, run) => {
  await run();
  let longest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES && longest >= MOST; time += 1) {
    longest = Math.min(longest, await measureLongestBlock(run));
  }
  expect(longest).toBeLessThan(MOST);
});
