import type { z } from 'zod';
import {
  getApplicationSteps,
  listPackagesForSale,
  saveAccept,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import { createMember, hashPassword, login } from '#modules/identity/index.ts';
import { keepVerified } from '#sandboxes/idv/index.ts';
import { Browser } from './browser.ts';
import type { Member } from './cast.ts';
import { payFor } from './paying.ts';
import type { Stage } from './stage.ts';

/** The steps that a person takes. Each runs the operation that the page would run. */

export const demoPassword = 'copper-Lantern-2026';

/** How far a person comes with a background check. `unproven`: until the ID is to be shown. */
export type Progress = 'paid' | 'unproven' | 'submitted' | 'pending' | 'accepted';

let addresses = 0;

/** A different IP address for each person, because throttles count by address. */
function nextAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

let passwordHash: Promise<string> | null = null;

export interface Joined {
  browser: Browser;
  accountId: string;
}

/** Registers, accepts the terms, verifies the email address, and switches two-step off. */
export async function join(stage: Stage, member: Member, host?: string): Promise<Joined> {
  const browser = new Browser(stage.portal, { address: nextAddress(), ...(host ? { host } : {}) });
  passwordHash ??= hashPassword(stage.portal.config, demoPassword);
  const { firstname, lastname, businessname, emailaddress, mobile } = member;
  const given = { firstname, lastname, businessname, emailaddress, mobile, passwordHash: await passwordHash };
  const accountId = await browser.work('demo.join', (work) => createMember(work, given, { twoStep: false }));
  return { browser, accountId };
}

export async function signIn(stage: Stage, emailaddress: string): Promise<Browser> {
  const browser = new Browser(stage.portal, { address: nextAddress() });
  await browser.perform(login, { emailaddress, password: demoPassword });
  return browser;
}

/**
 * Buys a check and takes it to the given stage. When the score has come, `acceptScore` accepts it.
 * @returns the application's id
 */
export async function orderCheck(
  stage: Stage,
  browser: Browser,
  member: Member,
  progress: Progress,
): Promise<string> {
  const { packages } = await browser.perform(listPackagesForSale, {});
  const national = packages.find((offered) => offered.selection_criteria === null);
  if (!national) throw new Error('No national package is for sale');
  await payFor(stage, browser, national.id);
  const { application, steps } = await browser.perform(getApplicationSteps, {});
  if (progress !== 'paid') {
    const first = steps.filter(({ step_key }) => !['idverification', 'submit', 'review'].includes(step_key));
    for (const step of first) await takeStep(browser, member, application.id, step);
    if (progress === 'unproven') return application.id;
    // Stores a finished ID verification, so that the demo accounts do not have to take images. People who start a new
    // application see how it is done.
    await keepVerified(stage.portal, application.id);
    // The address may add a step with the notice of a state.
    const { steps: rest } = await browser.perform(getApplicationSteps, {});
    for (const step of rest.filter(({ completed, step_key }) => !completed && step_key !== 'review')) {
      await takeStep(browser, member, application.id, step);
    }
  }
  return application.id;
}

/** Accepts the score that has come, and chooses who may see it. */
export async function acceptScore(browser: Browser, applicationid: string): Promise<void> {
  await browser.perform(saveAccept, { applicationid, acceptterms: true });
  await browser.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  await browser.perform(saveAccept, {
    applicationid,
    details: {
      update_sharing: { network_autoacceptinvite: false, network_searchresults: true, pendingInvites: [] },
    },
  });
}

type Step = z.output<typeof getApplicationSteps.output>['steps'][number];
type Document = NonNullable<z.output<typeof getApplicationSteps.output>['consent']>;

/** The document of each consent step. It is the same for everybody, so it is read only once. */
const documents = new Map<string, Promise<Document>>();

async function takeStep(browser: Browser, member: Member, applicationid: string, step: Step): Promise<void> {
  const details =
    step.page_type === 'consent' || step.page_type === 'digital_signature_choice'
      ? await agree(browser, member, step)
      : answerTo(step.step_key, member);
  await browser.perform(updateApplicationDetails, { applicationid, details });
}

async function agree(browser: Browser, { firstname, lastname }: Member, step: Step) {
  const document = documents.get(step.step_key) ?? readDocument(browser, step);
  documents.set(step.step_key, document);
  const { consent_form_id, requires_signature } = await document;
  return {
    step_consent_id: consent_form_id,
    consent_acknowledged: true,
    ...(requires_signature ? { typed_name: `${firstname} ${lastname}` } : {}),
  };
}

async function readDocument(browser: Browser, { esign_step_number, step_key }: Step): Promise<Document> {
  const { consent } = await browser.perform(getApplicationSteps, { workflowstep: esign_step_number });
  if (!consent) throw new Error(`The step ${step_key} has no document`);
  return consent;
}

function answerTo(step: string, member: Member) {
  if (step === 'jurisdictions') return { selected_jurisdictions: [], none: true };
  if (step === 'name') {
    const { firstname, lastname, ssn, dateofbirth } = member;
    return {
      profiledetails: {
        firstname,
        lastname,
        ssn,
        confirmssn: ssn,
        dateofbirth,
        confirmdateofbirth: dateofbirth,
      },
    };
  }
  if (step === 'address') {
    const { address1, city, state, postalcode } = member;
    return { profiledetails: { address1, city, state, postalcode, na_previous_addresses: true } };
  }
  if (step === 'submit') return { submit_application: true as const };
  throw new Error(`The demo data has no answer for the step ${step}`);
}
