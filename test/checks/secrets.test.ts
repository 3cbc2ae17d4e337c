import { expect, test } from 'vitest';
import {
  completeIdVerification,
  decideBlockRequest,
  explainPipelineAlert,
  getIdVerificationDocuments,
  getSsnReview,
  listDisputes,
  listIdVerifications,
  listPipelineAlerts,
  replyToDispute,
  returnSsnReview,
  revealSsn,
  reviewApplicationDetails,
} from '#modules/admin/index.ts';
import {
  downloadReport,
  getMyApplication,
  getMyDispute,
  getPackageUpload,
  listMyDisputes,
  openMyDocument,
  saveAccept,
  saveDisputeStatement,
  savePackage,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { forgotPassword, login, myProfile, twoStepVerify } from '#modules/identity/index.ts';
import {
  getShareLink,
  listConnections,
  listInvitations,
  listShareLinks,
  makeShareLink,
  newInvite,
} from '#modules/network/index.ts';
import { takeImages } from '#sandboxes/idv/index.ts';
import {
  type Applicant,
  newApplicant,
  newestApprovalCode,
  removeSandboxDelays,
  submit,
  withResult,
} from '#test/factories/applicants.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { fileOf, upload } from '#test/factories/documents.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { choosePaper, makePdf } from '#test/factories/paper.ts';
import { newestCode, newStaff, type Registered, registerUnverified } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { acceptingByText, lastFour } from '#test/factories/sms-accept.ts';
import { atVerification, completeRun, startRun } from '#test/factories/verifications.ts';
import { enterInviteCenter } from './enter-invite-center.ts';
import { findSecret } from './find-secret.ts';
import { findMailedLink } from './mailed-link.ts';
import { readEveryRow } from './read-every-row.ts';

/** Sends twenty secrets through the portal. Each may be only in the tables that its `remember` names. */

const logLines: string[] = [];
const portal = await servedPortal({ logLines, environment: { LOG_LEVEL: 'trace' } });
await removeSandboxDelays(portal);

interface Canary {
  name: string;
  secret: string;
  /** The tables that may contain it unencrypted. */
  in: RegExp;
}

const nowhere = /^$/;
/** The table of mails and text messages, which exists only in development. */
const outbox = /^public\.outbox_message$/;
/** The sandbox agency's tables, which represent those of another company. */
const agency = /^sandbox\./;

const canaries: Canary[] = [];
const answers: string[] = [];
/** Four digits can be in many rows by chance, so these codes are searched for only in the tables about them. */
const smsCodes: string[] = [];
const dumps: { table: string; row: string }[] = [];

const dump = async () => dumps.push(...(await readEveryRow(portal.pool)));

function remember(name: string, secret: string | undefined | null, where: RegExp): void {
  if (!secret || secret.length < 4) throw new Error(`no ${name} to look for`);
  canaries.push({ name, secret, in: where });
}

async function hear<T>(answer: Promise<T>): Promise<T> {
  const heard = await answer;
  answers.push(JSON.stringify(heard));
  return heard;
}

/** Requests a page, because its address must not be logged. */
async function openPage(path: string): Promise<void> {
  await fetch(portal.origin + path, { redirect: 'manual' });
}

const password = 'violet-Harbor-4471-canary';

async function walk(): Promise<Applicant> {
  const applicant = await newApplicant(portal, { password });
  remember('password', password, nowhere);
  remember('session token', [...applicant.visitor.cookies.values()][0], nowhere);
  remember('code of the registration', (await registerUnverified(portal, { password })).code, outbox);
  await dump();

  remember('SSN', '900-00-0001', agency);
  remember('date of birth', '1985-04-12', /^(public\.account|sandbox\..+)$/);
  await submit(applicant, '900-00-0001');
  await dump();
  await portal.runJobs();
  await dump();

  const approval = await newestApprovalCode(portal, applicant.emailaddress);
  remember('approval code', approval, outbox);
  await openPage(`/scoreapproval/${approval}`);
  const applicationid = applicant.applicationId;
  await hear(applicant.visitor.perform(getMyApplication, { applicationid }));
  await hear(applicant.visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' }));
  await hear(applicant.visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' }));
  const { downloadlink } = await applicant.visitor.perform(downloadReport, { appid: applicationid });
  remember('address of the report', downloadlink.split('/').at(-1), nowhere);
  await openPage(downloadlink);
  await hear(applicant.visitor.perform(myProfile, {}));
  return applicant;
}

async function signInAnew({ emailaddress }: Applicant): Promise<void> {
  const visitor = portal.visitor();
  await hear(visitor.perform(login, { emailaddress, password }));
  await hear(visitor.perform(twoStepVerify, { method: 'EMAIL' }));
  await dump();
  const code = await newestCode(portal, emailaddress);
  remember('code of the second step', code, outbox);
  await openPage(`/verify?code=${code}`);
  await hear(visitor.perform(twoStepVerify, { code, rememberbrowser: 'YES' }));
  for (const [name, value] of visitor.cookies) remember(`cookie ${name}`, value, nowhere);
}

async function recover({ emailaddress }: Applicant): Promise<void> {
  const visitor = portal.visitor();
  await hear(visitor.perform(forgotPassword, { emailaddress }));
  for (const [name, value] of visitor.cookies) remember(`cookie ${name} of the recovery`, value, nowhere);
  await dump();
  remember('code of the recovery', await newestCode(portal, emailaddress), outbox);
  const link = await findMailedLink(portal.db, emailaddress, '/forgotpassword');
  remember('link of the recovery', link?.match(/[A-Za-z0-9_-]{20,}$/)?.[0], outbox);
  await openPage(new URL(link ?? '').pathname + new URL(link ?? '').search);
}

async function invite(person: Applicant): Promise<void> {
  const company = await newCompany(portal);
  await hear(company.owner.visitor.perform(newInvite, { touser: person.emailaddress }));
  await dump();
  await portal.runJobs();
  const link = await findMailedLink(portal.db, person.emailaddress, '/link/');
  remember('code of the invitation', link?.split('/link/')[1], outbox);
  await openPage(new URL(link ?? '').pathname);
  await hear(company.owner.visitor.perform(listConnections, {}));
  await enterCenter(person, (await findMailedLink(portal.db, person.emailaddress, '/pendinginvites/')) ?? '');
}

/** The Invite Center with the code of the mail: opened, proven and accepted, and tried again afterwards. */
async function enterCenter(person: Applicant, link: string): Promise<void> {
  const invitecode = link.split('/pendinginvites/')[1] ?? '';
  remember('code of the Invite Center', invitecode, outbox);
  await openPage(new URL(link).pathname);
  const reader = portal.visitor();
  await enterInviteCenter(reader, invitecode, hear, async () => {
    remember('cookie of the proof', [...reader.cookies.values()].at(-1), nowhere);
    await dump();
  });
  await hear(person.visitor.perform(listInvitations, {}));
}

/** A dispute with a message, an answer from staff and a statement, and a block that is requested and declined. */
async function dispute(staff: Registered): Promise<void> {
  const person = await withResult(portal, '900-00-0004');
  const { visitor, applicationId: applicationid } = person;
  const written = {
    disputed: 'canary of a dispute: it was my cousin',
    message: 'canary of a message: see the court letter',
    reply: 'canary of a reply: we asked the agency',
    statement: 'canary of a statement: I was abroad then',
    theft: 'canary of a theft: my wallet was stolen',
    reason: 'canary of a reason: the report names nobody',
    file: 'canary-of-a-file-4471.pdf',
  };
  for (const [name, text] of Object.entries(written))
    remember(
      `text of a case (${name})`,
      text,
      name === 'reason' ? /^(sandbox\..+|public\.outbox_message)$/ : agency,
    );
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  const cra_error_request = { errortext: written.disputed, items: ['County criminal'] };
  await visitor.perform(saveAccept, { applicationid, details: { cra_error_request } });
  const disputeid = (await visitor.perform(listMyDisputes, {})).disputes[0]?.disputeid ?? '';
  await visitor.perform(writeDisputeMessage, { disputeid, message: written.message, documents: [] });
  await staff.visitor.perform(replyToDispute, { disputeid, message: written.reply, documents: [] });
  await visitor.perform(saveDisputeStatement, { disputeid, statement: written.statement });
  const { disputeid: blockid } = await askForBlock(person, {
    errortext: written.theft,
    theftreport: await upload(written.file, await makePdf()),
  });
  await dump();
  await portal.runJobs();
  const { dispute } = await visitor.perform(getMyDispute, { disputeid: blockid });
  const documentid = dispute.documents[0]?.id ?? '';
  const { downloadlink } = await visitor.perform(openMyDocument, { disputeid: blockid, documentid });
  remember('address of a document in a case', downloadlink.split('/').at(-1), nowhere);
  await openPage(downloadlink);
  const decided = { disputeid: blockid, decision: 'decline' as const, reason: written.reason };
  await staff.visitor.perform(decideBlockRequest, decided);
  await hear(staff.visitor.perform(listDisputes, {}));
}

/** An SSN on two accounts, which is reviewed, revealed with a reason, and sent back. */
async function reviewSsn(staff: Registered): Promise<void> {
  const ssn = '219-09-9917';
  remember('SSN of two accounts', ssn, agency);
  await submit(await newApplicant(portal), ssn);
  const double = await newApplicant(portal);
  await submit(double, ssn);
  const { pipelinedata } = await hear(
    staff.visitor.perform(listPipelineAlerts, { search: double.emailaddress }),
  );
  const [alert] = pipelinedata;
  const orderid = alert?.event_id ?? '';
  await hear(staff.visitor.perform(explainPipelineAlert, { alertid: alert?.id ?? '' }));
  await hear(staff.visitor.perform(getSsnReview, { orderid }));
  const reason = 'canary of a reveal: compared with the card';
  remember('reason of a reveal', reason, nowhere);
  await staff.visitor.perform(revealSsn, { userid: double.accountId, reason });
  const correction = 'canary of a correction: look at your card';
  remember('text that sends an application back', correction, outbox);
  await staff.visitor.perform(returnSsnReview, { orderid, correction });
  await dump();
  await portal.runJobs();
}

/** Images of an ID that staff review and reject. */
async function verifyId(staff: Registered): Promise<void> {
  const person = await atVerification(portal, 'Consider');
  const started = await startRun(person);
  remember('token of an ID verification', started.web_token, agency);
  await takeImages(portal, started.workflow_run_id);
  await completeRun(person);
  await portal.runJobs();
  const run = { userid: person.accountId, workflow_run_id: started.workflow_run_id };
  const { verifications } = await staff.visitor.perform(listIdVerifications, { userid: run.userid });
  remember('number of an ID', verifications[0]?.documents.front?.document_number, agency);
  const images = await staff.visitor.perform(getIdVerificationDocuments, run);
  remember('address of an ID image', images.front?.url.split('/').at(-1), nowhere);
  await openPage(images.front?.url ?? '');
  const approval_note = 'canary of a verification: another face';
  remember('note on an ID verification', approval_note, nowhere);
  await staff.visitor.perform(completeIdVerification, { ...run, approve_verification: 'NO', approval_note });
  await dump();
}

/** A paper package that is uploaded and rejected. */
async function signOnPaper(staff: Registered): Promise<void> {
  const person = await newApplicant(portal);
  const { applicationId: applicationid } = person;
  await choosePaper(person);
  const file = await makePdf();
  const { downloadlink } = await person.visitor.perform(getPackageUpload, {
    applicationid,
    bytes: file.length,
  });
  remember('address of a package', new URL(downloadlink).searchParams.get('signature'), nowhere);
  await fetch(downloadlink, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(file),
  });
  await person.visitor.perform(savePackage, { applicationid, package: [await fileOf(file)] });
  const resolvenote = 'canary of a package: page two is cut off';
  remember('reason of a rejected package', resolvenote, outbox);
  await staff.visitor.perform(reviewApplicationDetails, { applicationid, approve: 'NO', resolvenote });
  await dump();
  await portal.runJobs();
}

/** A score shared by link, and an invitation that is accepted by text message. */
async function share(): Promise<void> {
  const person = await newScoredPerson(portal);
  const { linkid } = await person.visitor.perform(makeShareLink, { label: 'Gate', days: '14' });
  const { url } = await person.visitor.perform(getShareLink, { linkid });
  remember('code of a share link', url.split('/s/')[1], nowhere);
  await openPage(new URL(url).pathname);
  await hear(person.visitor.perform(listShareLinks, {}));

  const { invited, owner, newestCode: codeByText, reply } = acceptingByText(portal, await newCompany(portal));
  const invitee = await invited();
  const company = await owner();
  await hear(company.number(invitee.id, lastFour(invitee.mobile)));
  await dump();
  const code = await codeByText(invitee.mobile);
  smsCodes.push(code);
  await hear(company.code(invitee.id, code));
  await portal.runJobs();
  await reply(invitee.mobile, 'YES');
  await hear(company.state(invitee.id));
}

const applicant = await walk();
await signInAnew(applicant);
await recover(applicant);
await invite(applicant);
const staff = await newStaff(portal);
await dispute(staff);
await reviewSsn(staff);
await verifyId(staff);
await signOnPaper(staff);
await share();
await hear(staff.visitor.call('POST', '/admin/getuser', { userid: applicant.accountId }));
await portal.runJobs();
await dump();

const { config } = portal;
remember('key that encrypts', Object.values(config.keyRing.keys)[0], nowhere);
remember('key of the lookups', config.lookupKey, nowhere);
for (const key of config.signingKeys) remember('key of the signatures', key, nowhere);
remember('secret of the payment notices', config.payments.webhookSecret, nowhere);
remember('secret of the agency', config.cra.webhookSecret, nowhere);
remember('secret of the ID verification', config.idVerification.webhookSecret, nowhere);
remember('key at the payment provider', config.payments.secretKey, nowhere);

test('there are twenty secrets to look for, and places to look in', () => {
  expect(canaries.length).toBeGreaterThanOrEqual(20);
  expect(logLines.length).toBeGreaterThan(20);
  expect(dumps.length).toBeGreaterThan(500);
  expect(answers.length).toBeGreaterThan(8);
});

test('a planted secret is found however it is written', () => {
  for (const written of [
    '900-00-0001',
    '900000001',
    'x=900-00-0001&',
    Buffer.from('ab 900-00-0001').toString('base64'),
  ]) {
    expect(findSecret(`{"line":"${written}"}`, '900-00-0001'), written).not.toBeNull();
  }
  expect(findSecret('***-**-0001', '900-00-0001')).toBeNull();
});

test.each(canaries)('$name stands in no log', ({ secret }) => {
  const found = logLines.filter((line) => findSecret(line, secret));
  expect(
    found,
    'Leave it out where this line is logged, or add the name of its field to `secretNames` in modules/platform/log.ts',
  ).toEqual([]);
});

test.each(canaries)('$name stands in no table where it does not belong', ({ secret, in: allowed }) => {
  const found = dumps.filter(({ table, row }) => !allowed.test(table) && findSecret(row, secret));
  expect(
    found.map(({ table, row }) => `${table}: ${row.slice(0, 300)}`),
    'Store its hash (hashToken) or encrypt it (portal.keys.encrypt, sealForPerson). ' +
      'If the table may hold it, name the table in the `remember(...)` of this secret in test/checks/secrets.test.ts',
  ).toEqual([]);
});

/** The answers to a person about themselves, and to staff about the person. */
const tellable = /^(date of birth|text of a case .*|number of an ID)$/;

test.each(canaries.filter(({ name }) => !tellable.test(name)))('$name stands in no answer', ({ secret }) => {
  expect(
    answers.filter((answer) => findSecret(answer, secret)),
    'Remove the field from the `output` of the operation that answers this',
  ).toEqual([]);
});

test('a code of SMS Accept stands in no row of the portal', () => {
  expect(smsCodes).toEqual([expect.stringMatching(/^\d{4}$/)]);
  const rows = dumps.filter(({ table }) => /^public\.sms_/.test(table));
  expect(rows.length).toBeGreaterThan(0);
  for (const code of smsCodes)
    expect(rows.filter(({ row }) => new RegExp(`[(,"]${code}[,")]`).test(row))).toEqual([]);
});

test('mails hold neither SSN, date of birth nor password', () => {
  const mails = dumps.filter(({ table }) => outbox.test(table)).map(({ row }) => row);
  expect(mails.length).toBeGreaterThan(3);
  for (const { name, secret } of canaries.filter((canary) => /SSN|birth|password/.test(canary.name))) {
    expect(
      mails.filter((mail) => findSecret(mail, secret)),
      `${name}: remove it from the blocks of this mail in its module's mails.ts`,
    ).toEqual([]);
  }
});
