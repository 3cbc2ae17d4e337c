import {
  getApplicationSteps,
  listMyApplications,
  listPackagesForSale,
  saveAccept,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import {
  acceptTerms,
  findPersonByEmail,
  login,
  type Person,
  register,
  registerVerify,
  setTwoStepMethod,
} from '#modules/identity/index.ts';
import { Browser } from './browser.ts';
import type { Member } from './cast.ts';
import { payFor } from './paying.ts';
import type { Stage } from './stage.ts';

/** The steps a person takes, each by the operation that the page runs. */

export const demoPassword = 'copper-Lantern-2026';

/** How far a person takes a background check. */
export type Progress = 'paid' | 'submitted' | 'pending' | 'accepted';

let seats = 0;

/** A different IP address for each person, because throttles count by address. */
function seat(): string {
  seats += 1;
  return `198.18.${Math.floor(seats / 250)}.${1 + (seats % 250)}`;
}

/** Registers, accepts the terms, verifies the e-mail address, and switches two-step off. */
export async function join(stage: Stage, member: Member, host?: string): Promise<Browser> {
  const browser = new Browser(stage.portal, { address: seat(), ...(host ? { host } : {}) });
  const { firstname, lastname, businessname, emailaddress, mobile } = member;
  await browser.perform(register, {
    firstname,
    lastname,
    businessname,
    emailaddress,
    mobile,
    password: demoPassword,
  });
  await browser.perform(acceptTerms, { accept_terms: true });
  await browser.perform(registerVerify, { code: await stage.mailedCode(emailaddress) });
  const { accountId } = await getMember(stage, emailaddress);
  await stage.portal.work('demo.two-step-off', (work) => setTwoStepMethod(work, accountId, 'DISABLED'));
  return browser;
}

export async function signIn(stage: Stage, emailaddress: string): Promise<Browser> {
  const browser = new Browser(stage.portal, { address: seat() });
  await browser.perform(login, { emailaddress, password: demoPassword });
  return browser;
}

export async function getMember(stage: Stage, emailaddress: string): Promise<Person> {
  const found = await stage.portal.work('demo.look-up', (work) => findPersonByEmail(work, emailaddress));
  if (!found) throw new Error(`${emailaddress} has not joined`);
  return found;
}

/** Buys a check and takes it to the given stage. `ssn` replaces the member's own. */
export async function takeCheck(
  stage: Stage,
  browser: Browser,
  member: Member,
  progress: Progress,
  sharing: { searchable: boolean; accept: string[] } = { searchable: true, accept: [] },
): Promise<void> {
  const { packages } = await browser.perform(listPackagesForSale, {});
  const national = packages.find((offered) => offered.selection_criteria === null);
  if (!national) throw new Error('No national package is for sale');
  await payFor(stage, browser, national.id);
  if (progress === 'paid') return;
  const applicationid = await apply(browser, member);
  if (progress === 'submitted') return;
  await stage.until(`the score of ${member.emailaddress}`, async () => {
    const { applications } = await browser.perform(listMyApplications, {});
    const found = applications.find((application) => application.id === applicationid);
    return found?.composite_status_code === 'newrequiresapproval' ? true : undefined;
  });
  if (progress === 'pending') return;
  await browser.perform(saveAccept, { applicationid, acceptterms: true });
  await browser.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  await browser.perform(saveAccept, {
    applicationid,
    details: {
      update_sharing: {
        network_autoacceptinvite: false,
        network_searchresults: sharing.searchable,
        pendingInvites: sharing.accept,
      },
    },
  });
}

/** Completes every step of the application and submits it. @returns its id */
async function apply(browser: Browser, member: Member): Promise<string> {
  for (;;) {
    const { application, consent, steps, workflowstep } = await browser.perform(getApplicationSteps, {});
    const applicationid = application.id;
    const step = steps.find((row) => row.esign_step_number === workflowstep);
    const details = consent
      ? {
          step_consent_id: consent.consent_form_id,
          consent_acknowledged: true,
          ...(consent.requires_signature ? { typed_name: `${member.firstname} ${member.lastname}` } : {}),
        }
      : answerTo(step?.step_key ?? '', member);
    const { applicationstatus } = await browser.perform(updateApplicationDetails, { applicationid, details });
    if (applicationstatus !== 'waituser') return applicationid;
  }
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
  throw new Error(`The demo data knows no answer to the step ${step}`);
}
