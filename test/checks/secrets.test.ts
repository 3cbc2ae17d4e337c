import { expect, test } from 'vitest';
import { downloadReport, getMyApplication, saveAccept } from '#modules/applications/index.ts';
import { forgotPassword, login, myProfile, twoStepVerify } from '#modules/identity/index.ts';
import { listConnections, newInvite } from '#modules/network/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  type Applicant,
  hurrySandbox,
  newApplicant,
  newestApprovalCode,
  submit,
} from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { newestCode, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { findSecret } from './spellings.ts';

/** Sends twenty secrets through the portal. Each `remember` names the tables that may hold a secret; no other place may. */

const logLines: string[] = [];
const portal = await servedPortal({ logLines, environment: { LOG_LEVEL: 'trace' } });
await hurrySandbox(portal);

interface Canary {
  name: string;
  secret: string;
  /** Tables that may hold it in clear. */
  in: RegExp;
}

const nowhere = /^$/;
/** Development's own table of mails and text messages; production has none. */
const outbox = /^public\.outbox_message$/;
/** The sandbox agency's tables, which stand for another company's. */
const agency = /^sandbox\./;

const canaries: Canary[] = [];
const answers: string[] = [];
const dumps: { table: string; row: string }[] = [];

/** Every row of every table as text. */
async function dump(): Promise<void> {
  const { rows: tables } = await portal.pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  for (const { name } of tables) {
    const { rows } = await portal.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    dumps.push(...rows.map(({ row }) => ({ table: name, row })));
  }
}

function remember(name: string, secret: string | undefined | null, where: RegExp): void {
  if (!secret || secret.length < 4) throw new Error(`no ${name} to look for`);
  canaries.push({ name, secret, in: where });
}

async function hear<T>(answer: Promise<T>): Promise<T> {
  const heard = await answer;
  answers.push(JSON.stringify(heard));
  return heard;
}

async function linkTo(address: string, part: string): Promise<string | undefined> {
  const messages = await listOutbox(portal.db, { to: address });
  return messages.flatMap(({ links }) => links).find((link) => link.includes(part));
}

/** Requests a page, because its address must not reach the log. */
async function openPage(path: string): Promise<void> {
  await fetch(portal.origin + path, { redirect: 'manual' });
}

const password = 'violet-Harbor-4471-canary';

async function walk(): Promise<Applicant> {
  const applicant = await newApplicant(portal, { password });
  remember('password', password, nowhere);
  remember('session token', [...applicant.visitor.cookies.values()][0], nowhere);
  remember('code of the registration', await newestCode(portal, applicant.emailaddress), outbox);
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
  const link = await linkTo(emailaddress, '/forgotpassword');
  remember('link of the recovery', link?.match(/[A-Za-z0-9_-]{20,}$/)?.[0], outbox);
  await openPage(new URL(link ?? '').pathname + new URL(link ?? '').search);
}

async function invite(person: Applicant): Promise<void> {
  const company = await newCompany(portal);
  await hear(company.owner.visitor.perform(newInvite, { touser: person.emailaddress }));
  await dump();
  await portal.runJobs();
  const link = await linkTo(person.emailaddress, '/link/');
  remember('code of the invitation', link?.split('/link/')[1], outbox);
  await openPage(new URL(link ?? '').pathname);
  await hear(company.owner.visitor.perform(listConnections, {}));
}

const applicant = await walk();
await signInAnew(applicant);
await recover(applicant);
await invite(applicant);
const staff = await newStaff(portal);
await hear(staff.visitor.call('POST', '/admin/getuser', { userid: applicant.accountId }));
await portal.runJobs();
await dump();

const { config } = portal;
remember('key that encrypts', Object.values(config.keyRing.keys)[0], nowhere);
remember('key of the lookups', config.lookupKey, nowhere);
remember('key of the signatures', config.signingKey, nowhere);
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

/** What a person is told about themself, and staff about the person. */
const tellable = /^(date of birth)$/;

test.each(canaries.filter(({ name }) => !tellable.test(name)))('$name stands in no answer', ({ secret }) => {
  expect(
    answers.filter((answer) => findSecret(answer, secret)),
    'Remove the field from the `output` of the operation that answers this',
  ).toEqual([]);
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
