import { crc32, deflateSync } from 'node:zlib';
import {
  getApplicationSteps,
  listPackages,
  openApplication,
  saveAccept,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import { applicationsLimits } from '#modules/applications/limits.ts';
import { newId, setSetting, sql } from '#modules/platform/index.ts';
import { addToLedger } from '#modules/purchasing/payment/ledger.ts';
import { sandboxDelays } from '#sandboxes/cra/index.ts';
import { keepVerified, verificationDelay } from '#sandboxes/idv/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson, type PersonWanted, type Registered } from '#test/factories/people.ts';
import { rowsOf } from '#test/sql.ts';
import type { VisitedPortal } from '#test/visitor.ts';

export interface Applicant extends Registered {
  applicationId: string;
}

/** A person who has paid for the national check but not started the application. */
export async function newApplicant(portal: VisitedPortal, wanted: PersonWanted = {}): Promise<Applicant> {
  const registered = await newPerson(portal, wanted);
  return { ...registered, applicationId: await payFor(portal, registered.accountId) };
}

/** A paid purchase and its application. The person already has a verified ID, so the steps do not ask for it. */
export async function payFor(portal: VisitedPortal, accountId: string): Promise<string> {
  const applicationId = await payUnverified(portal, accountId);
  await keepVerified(portal, applicationId);
  return applicationId;
}

/** The same for a person whose ID was not verified. */
export function payUnverified(portal: VisitedPortal, accountId: string): Promise<string> {
  return portal.work('test.pay', async (work) => {
    const [offered] = await listPackages(work);
    if (!offered) throw new Error('no package on sale');
    const purchaseId = newId();
    await rowsOf(
      work,
      sql`
      insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status,
        created_at, terms_accepted_at, paid_at, transaction_id)
      values (${purchaseId}, ${accountId}, ${offered.id}, ${offered.package_descrip}, false,
        ${offered.base_price_cents}, 'usd', 'paid', ${work.now}, ${work.now}, ${work.now}, ${`pi_${purchaseId}`})`,
    );
    await addToLedger(work, {
      purchaseId,
      accountId,
      paidBy: { leg: 'buyer' },
      kind: 'charge',
      cents: offered.base_price_cents,
      currency: 'usd',
      providerId: `pi_${purchaseId}`,
    });
    return openApplication(work, { accountId, packageId: offered.id, purchaseId });
  });
}

type Details = Parameters<typeof updateApplicationDetails.run>[1]['details'];

/** Sends one step's details. */
export function answer(applicant: Applicant, details: unknown) {
  const { applicationId: applicationid } = applicant;
  return applicant.visitor.perform(updateApplicationDetails, { applicationid, details: details as Details });
}

/** The steps as the applicant sees them, at `workflowstep` or at the current step. */
export function steps(applicant: Applicant, workflowstep?: number) {
  return applicant.visitor.perform(getApplicationSteps, {
    applicationid: applicant.applicationId,
    workflowstep,
  });
}

/** Agrees to the next consent, and signs it if it requires a signature. */
export async function agree(applicant: Applicant, signature?: object) {
  const { consent } = await steps(applicant);
  if (!consent) throw new Error('no consent is next');
  return answer(applicant, {
    step_consent_id: consent.consent_form_id,
    consent_acknowledged: 'YES',
    ...(consent.requires_signature ? (signature ?? { typed_name: await signatureOf(applicant) }) : {}),
  });
}

/** A typed signature must be the name of the signer. */
async function signatureOf({ visitor }: Applicant): Promise<string> {
  const caller = await visitor.caller();
  return `${caller?.firstname} ${caller?.lastname}`;
}

export const nameOf = (ssn: string, changes: object = {}) => ({
  profiledetails: {
    firstname: 'Pat',
    middlename: '',
    lastname: 'Person',
    namesuffix: '',
    aliases: [],
    ssn,
    confirmssn: ssn,
    dateofbirth: '1985-04-12',
    confirmdateofbirth: '1985-04-12',
    ...changes,
  },
});

export const addressIn = (state: string, changes: object = {}) => ({
  profiledetails: {
    address1: '12 Oak Street',
    address2: '',
    city: 'Austin',
    state,
    postalcode: '78701',
    na_previous_addresses: true,
    previous_addresses: [],
    ...changes,
  },
});

/** Completes all steps before the submission. */
export async function fillIn(applicant: Applicant, ssn: string): Promise<void> {
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf(ssn));
  await answer(applicant, addressIn('TX'));
}

/** Completes all steps and submits. */
export async function submit(applicant: Applicant, ssn: string): Promise<void> {
  await fillIn(applicant, ssn);
  await answer(applicant, { submit_application: 'YES' });
}

/** Accepts the result that waits for the person. */
export async function acceptResult({ visitor, applicationId: applicationid }: Applicant): Promise<void> {
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
}

/** A person with a score to review, and the code of the mailed link. */
export async function withResult(
  portal: VisitedPortal,
  ssn = '900-00-0001',
): Promise<Applicant & { code: string }> {
  const applicant = await newApplicant(portal);
  await submit(applicant, ssn);
  await portal.runJobs();
  return { ...applicant, code: await newestApprovalCode(portal, applicant.emailaddress) };
}

export async function newestApprovalCode(portal: VisitedPortal, to: string): Promise<string> {
  const messages = await listOutbox(portal.db, { to });
  const link = messages.flatMap((message) => message.links).find((each) => each.includes('/scoreapproval/'));
  const code = link?.split('/scoreapproval/')[1];
  if (!code) throw new Error('no approval link was mailed');
  return code;
}

/** Makes the sandboxes of the agency and of the ID verification answer without delay. */
export async function removeSandboxDelays(portal: VisitedPortal): Promise<void> {
  await setSetting(portal.db, sandboxDelays, { received: 0, inprogress: 0 }, portal.clock.now());
  await setSetting(portal.db, verificationDelay, { processing: 0 }, portal.clock.now());
}

/**
 * A PNG of the pad's size, 8-bit RGBA, with `ink` pixels on white, black by default.
 * @param filter the PNG row filter, 0 to 4, used for the rows
 * @param color the color of the ink: red, green, blue and opacity
 */
export function signaturePng(
  ink: number,
  width: number = applicationsLimits['signature.width-pixels'],
  height: number = applicationsLimits['signature.height-pixels'],
  filter = 0,
  color: readonly number[] = [0, 0, 0, 255],
): string {
  const stride = width * 4;
  const picture = Buffer.alloc(stride * height, 255);
  for (let at = 0; at < ink; at += 1) {
    const [x, y] = [20 + (at % 700), 20 + Math.floor(at / 700)];
    picture.set(color, y * stride + x * 4);
  }
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (stride + 1)] = filter;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= 4 ? (picture[y * stride + x - 4] ?? 0) : 0;
      const up = y > 0 ? (picture[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= 4 && y > 0 ? (picture[(y - 1) * stride + x - 4] ?? 0) : 0;
      const guessed = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[y * (stride + 1) + 1 + x] = ((picture[y * stride + x] ?? 0) - guessed) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The predictor of the PNG specification (section 9.4): the neighbor closest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const wanted = left + up - corner;
  const far = (value: number) => Math.abs(wanted - value);
  if (far(left) <= far(up) && far(left) <= far(corner)) return left;
  return far(up) <= far(corner) ? up : corner;
}

export function pngChunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const out = Buffer.alloc(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), 8 + body.length);
  return out;
}
