import {
  archiveShieldIds,
  completeMyVerification,
  saveAccept,
  startVerification,
} from '#modules/applications/index.ts';
import { askLimitByAddress } from '#modules/identity/index.ts';
import { randomCheckedDigits } from '#modules/platform/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import { Browser } from './browser.ts';
import { dana, type Member, named, omar } from './cast.ts';
import type { Scene } from './scene.ts';
import { refundWhole } from './staff.ts';
import type { Stage } from './stage.ts';
import { join, orderCheck } from './steps.ts';

/** What waits for staff in the demo data. The people belong to no company. */

/** IC04, and says that a result is not theirs. */
const disputing = named(910, {
  firstname: 'Grace',
  lastname: 'Hollis',
  emailaddress: 'grace@shieldhub.test',
  ssn: '900000004',
});
const refunded = named(911, { firstname: 'Felix', lastname: 'Arden', emailaddress: 'felix@shieldhub.test' });
/** The sandbox agency asks staff to look at this SSN. */
const reviewed = named(912, {
  firstname: 'Ruth',
  lastname: 'Kessler',
  emailaddress: 'ruth@shieldhub.test',
  ssn: '900000011',
});
/** The last name decides what the sandbox finds: an ID that staff have to compare. */
const unproven = named(914, {
  firstname: 'Rae',
  lastname: 'Consider',
  emailaddress: 'rae@shieldhub.test',
});

export function deskScenes(): Scene[] {
  let dispute: (() => Promise<void>) | null = null;
  return [
    {
      daysAgo: 4,
      order: 1,
      run: async (stage) => {
        const { browser } = await join(stage, disputing);
        const applicationid = await orderCheck(stage, browser, disputing, 'pending');
        dispute = async () => {
          await browser.perform(saveAccept, { applicationid, acceptterms: true });
          await browser.perform(saveAccept, {
            applicationid,
            details: {
              cra_error_request: {
                // At these words the sandbox agency never answers, so that the dispute stays open.
                errortext: 'This isn’t me. I wrote to the county court and got no answer.',
                items: ['County criminal'],
              },
            },
          });
        };
      },
    },
    { daysAgo: 4, order: 2, run: async () => dispute?.() },
    { daysAgo: 3, order: 1, run: waitForRefund },
    { daysAgo: 2, order: 1, run: (stage) => submit(stage, reviewed) },
    { daysAgo: 2, order: 1, run: showId },
    { daysAgo: 1, order: 1, run: askForLimit },
    { daysAgo: 30, order: 1, run: importFormerAccounts },
  ];
}

async function submit(stage: Stage, member: Member): Promise<void> {
  const { browser } = await join(stage, member);
  await orderCheck(stage, browser, member, 'submitted');
}

/** The refund of a whole check, which a second admin has to approve. */
async function waitForRefund(stage: Stage): Promise<void> {
  const { browser } = await join(stage, refunded);
  await refundWhole(stage, await orderCheck(stage, browser, refunded, 'paid'));
}

async function showId(stage: Stage): Promise<void> {
  const { browser } = await join(stage, unproven);
  const applicationid = await orderCheck(stage, browser, unproven, 'unproven');
  const { workflow_run_id: run } = await browser.perform(startVerification, { applicationid });
  await takeImages(stage.portal, run);
  await browser.perform(completeMyVerification, { applicationid });
}

/** Somebody without an account asks by the public form. */
async function askForLimit(stage: Stage): Promise<void> {
  const visitor = new Browser(stage.portal, { address: '198.18.200.1' });
  await visitor.perform(askLimitByAddress, {
    name: 'Joan Whitlock',
    emailaddress: 'joan.whitlock@example.com',
    message: 'Please do not use my data for anything but the checks that I order.',
  });
}

/** Accounts of the former system with the SSN of Dana and of Omar, which nobody has linked. */
async function importFormerAccounts({ portal }: Stage): Promise<void> {
  const former = [dana, omar].map(({ ssn, dateofbirth }) => ({
    number: `TX${randomCheckedDigits()}`,
    ssn,
    dateofbirth,
  }));
  await portal.work('demo.former-accounts', (work) => archiveShieldIds(work, former));
}
