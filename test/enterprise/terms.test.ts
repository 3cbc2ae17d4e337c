import { beforeAll, describe, expect, it } from 'vitest';
import {
  getTermsHistory,
  getTermsText,
  publishTermsText,
  saveTermsText,
  withdrawTermsText,
} from '#modules/admin/index.ts';
import { acceptTerms, brandForHost, getHostTerms, getTermsDue } from '#modules/enterprise/index.ts';
import { createStaffAccount, publishTerms, registerVerify, type TermsText } from '#modules/identity/index.ts';
import { newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import {
  newestCode,
  newPerson,
  newStaff,
  PASSWORD,
  type Registered,
  registerPerson,
  signIn,
} from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

const host = 'pinecrest.localhost:3000';

let portal: TestPortal;
let staff: Registered;
let company: TestCompany;
beforeAll(async () => {
  portal = await testPortal();
  staff = await newStaff(portal, {});
  company = await newCompany(portal, { company_name: 'Pinecrest', branding_hostname: 'pinecrest' });
  await publish('company', '<p>Pinecrest rules.</p>');
  await publish('company-card', '<p>Pinecrest card rules.</p>');
  await eventually(async () => expect((await brandForHost(portal, host)).companyId).toBe(company.companyId));
});

const publish = (kind: TermsText['kind'], html: string) =>
  portal.work('test.publish', (work) => publishTerms(work, { kind, companyId: company.companyId }, html));

async function acceptedBy(accountId: string) {
  const { rows } = await sql<{ kind: string; version: number }>`
    select kind, version from terms_acceptance join terms_version on terms_version.id = terms_version_id
    where account_id = ${accountId} order by kind, version`.execute(portal.db);
  return rows.map(({ kind, version }) => `${kind} ${version}`);
}

describe('F9: registration on a company’s host', () => {
  it('accepts the portal’s terms and the company’s, and keeps both versions', async () => {
    await publish('company', '<p>Pinecrest rules.</p>');
    const { visitor, accountId, emailaddress } = await registerPerson(portal, {}, { host });
    const { documents } = await visitor.perform(getTermsDue, {});
    expect(documents.map(({ of, company_name }) => `${of} ${company_name}`)).toEqual([
      'portal ShieldHub',
      'company Pinecrest',
    ]);
    expect(documents[1]?.html).toBe('<p>Pinecrest rules.</p>');
    await expect(
      visitor.perform(acceptTerms, { accept_terms: 'YES', company_terms_version: 99 }),
    ).rejects.toMatchObject({ code: 'identity.registration-failed' });
    expect(await acceptedBy(accountId)).toEqual([]);
    const visit = visitor.visit();
    expect((await visit.caller())?.termsAccepted).toBe(false);
    const accepted = {
      accept_terms: 'YES',
      terms_version: documents[0]?.version,
      company_terms_version: documents[1]?.version,
    } as const;
    await portal.perform(acceptTerms, accepted, visit);
    // The page that follows is shown in the same request.
    expect((await visit.caller())?.termsAccepted).toBe(true);
    expect(await acceptedBy(accountId)).toEqual([
      `company ${documents[1]?.version}`,
      `portal ${documents[0]?.version}`,
    ]);
    await visitor.perform(registerVerify, { code: await newestCode(portal, emailaddress) });
    expect((await visitor.caller())?.termsAccepted).toBe(true);
    expect(await visitor.perform(getTermsDue, {})).toEqual({ documents: [], accepted_before: true });
  });

  it('mails a copy of each text to who asks for it, with all of its words and the name of whose it is', async () => {
    await publish(
      'company',
      `<h2>Fees &amp; times</h2>Bare words.<blockquote>As agreed.</blockquote>
       <ol><li>On site<ol><li>Be on time</li></ol></li></ol>
       <table><tr><th>Day</th><th>Fee</th></tr><tr><td>Sunday</td><td><p>$ 20</p></td></tr></table>`,
    );
    const { visitor, emailaddress } = await registerPerson(portal, {}, { host });
    await visitor.perform(acceptTerms, { accept_terms: 'YES', email_copy: 'YES' });
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: emailaddress });
    const textOf = (name: string) =>
      mails.find(({ subject }) => subject === `Your copy of the terms of ${name}`)?.text;
    expect(textOf('ShieldHub')).toContain('Your account is yours alone.');
    expect(textOf('ShieldHub')).toContain('Terms and conditions of ShieldHub');
    const copy = textOf('Pinecrest');
    expect(copy).toContain('Terms and conditions of Pinecrest');
    for (const line of [
      'Fees & times',
      'Bare words.',
      'As agreed.',
      '1. On site',
      '1.1. Be on time',
      'Day | Fee',
      'Sunday | $ 20',
    ]) {
      expect(copy?.split('\n')).toContain(line);
    }
  });

  it('asks nobody for terms that the company did not have yet when they registered', async () => {
    const at = 'aldercrest.localhost:3000';
    const { companyId } = await newCompany(portal, { branding_hostname: 'aldercrest' });
    await eventually(async () => expect((await brandForHost(portal, at)).companyId).toBe(companyId));
    const { visitor } = await newPerson(portal, {}, { host: at });
    await portal.work('test.publish', (work) =>
      publishTerms(work, { kind: 'company', companyId }, '<p>Later rules.</p>'),
    );
    expect((await visitor.perform(getTermsDue, {})).documents).toEqual([]);
    expect((await visitor.caller())?.termsAccepted).toBe(true);
  });

  it('asks nobody for the terms of a company who registered elsewhere', async () => {
    const { accountId } = await newPerson(portal);
    expect((await acceptedBy(accountId)).filter((line) => line.startsWith('company'))).toEqual([]);
  });
});

describe('F20: a newer version of a company’s terms', () => {
  it('has to be accepted by who accepted the older one, and by nobody else', async () => {
    const member = await newPerson(portal, {}, { host });
    const stranger = await newPerson(portal);
    await publish('company', `<p>Newer rules ${newId()}.</p>`);
    expect((await member.visitor.call('GET', '/verifysession')).body.user.accepted_current_tc).toBe('false');
    expect((await member.visitor.call('GET', '/myprofile')).body.error_code).toBe('terms-needed');
    expect((await stranger.visitor.call('GET', '/verifysession')).body.user.accepted_current_tc).toBe('true');
    const { documents } = await member.visitor.perform(getTermsDue, {});
    expect(documents.map(({ of }) => of)).toEqual(['company']);
    await member.visitor.perform(acceptTerms, { accept_terms: 'YES', updatedterms: 'YES' });
    expect((await member.visitor.call('GET', '/verifysession')).body.user.accepted_current_tc).toBe('true');
    expect((await acceptedBy(member.accountId)).filter((line) => line.startsWith('company'))).toHaveLength(2);

    const history = await staff.visitor.call('POST', '/admin/gettermshistory', { userid: member.accountId });
    expect(history.body.historyitems).toHaveLength(3);
    expect(history.body.historyitems[0]).toMatchObject({
      company_name: 'Pinecrest',
      metadata: { ipaddress: expect.stringMatching(/^198\.51\./) },
      terms_content: expect.stringContaining('Newer rules'),
    });
  });
});

describe('F20: staff', () => {
  it('accept the terms before they use the console', async () => {
    const account = {
      emailaddress: `invited-${newId()}@example.com`,
      password: PASSWORD,
      firstname: 'Ivy',
      lastname: 'Invited',
    };
    await portal.work('test.staff', (work) => createStaffAccount(work, account));
    const visitor = await signIn(portal, account);
    const search = () => visitor.call('POST', '/admin/usersearch', { searchterm: 'nobody' });
    expect(await search()).toMatchObject({ status: 403, body: { error_code: 'terms-needed' } });
    expect(await visitor.perform(getTermsDue, {})).toMatchObject({
      documents: [{ of: 'portal' }],
      accepted_before: false,
    });
    await visitor.perform(acceptTerms, { accept_terms: 'YES' });
    expect((await search()).status).toBe(200);
  });
});

describe('F29, F30: the terms of a host', () => {
  it('are the portal’s, and the company’s too on its host', async () => {
    const ask = async (at: string, terms: 'use' | 'purchase') => {
      const { documents } = await portal.visitor({ host: at }).perform(getHostTerms, { terms });
      return documents.map(({ company_name }) => company_name);
    };
    expect(await ask('localhost:3000', 'use')).toEqual(['ShieldHub']);
    expect(await ask(host, 'use')).toEqual(['ShieldHub', 'Pinecrest']);
    expect(await ask(host, 'purchase')).toEqual(['ShieldHub', 'Pinecrest']);
    expect(await ask('localhost:3000', 'purchase')).toEqual(['ShieldHub']);
  });

  it('are written as a draft, published as a version, and refused over somebody else’s', async () => {
    const text = { kind: 'company-card', companyid: company.companyId } as const;
    const read = () => staff.visitor.perform(getTermsText, text);
    const before = await read();
    const html = `<p onclick="x()">Draft</p><script>steal()</script>`;
    await staff.visitor.perform(saveTermsText, { ...text, html, seen: before.seen });
    const written = await read();
    expect(written.draft).toMatchObject({ html: '<p>Draft</p>' });
    expect(written.versions.map(({ version }) => version)).toEqual(
      before.versions.map(({ version }) => version),
    );
    await expect(
      staff.visitor.perform(saveTermsText, { ...text, html: '<p>Late</p>', seen: before.seen }),
    ).rejects.toMatchObject({ code: 'admin.draft-changed', status: 409 });
    await expect(
      staff.visitor.perform(publishTermsText, { ...text, seen: before.seen }),
    ).rejects.toMatchObject({ code: 'admin.draft-newer', status: 409 });
    const { version } = await staff.visitor.perform(publishTermsText, { ...text, seen: written.seen });
    const after = await read();
    expect(after.draft).toBeNull();
    expect(after.versions[0]).toMatchObject({ version, html: '<p>Draft</p>', is_current: true });
    expect(after.versions.filter(({ is_current }) => is_current)).toHaveLength(1);
    await expect(
      staff.visitor.perform(publishTermsText, { ...text, seen: after.seen }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('of a company are withdrawn: the portal’s alone are asked for then, until a newer version comes', async () => {
    const at = 'elmwood.localhost:3000';
    const { companyId } = await newCompany(portal, { company_name: 'Elmwood', branding_hostname: 'elmwood' });
    const text = { kind: 'company', companyid: companyId } as const;
    const elm = { kind: 'company', companyId } as const;
    await portal.work('test.publish', (work) => publishTerms(work, elm, '<p>Elm rules.</p>'));
    await eventually(async () => expect((await brandForHost(portal, at)).companyId).toBe(companyId));
    const member = await newPerson(portal, {}, { host: at });
    const { seen } = await staff.visitor.perform(getTermsText, text);
    await staff.visitor.perform(withdrawTermsText, { ...text, seen });

    expect((await member.visitor.caller())?.termsAccepted).toBe(true);
    const { accountId } = await newPerson(portal, {}, { host: at });
    expect(await acceptedBy(accountId)).toEqual([expect.stringMatching(/^portal /)]);
    const shown = await portal.visitor({ host: at }).perform(getHostTerms, { terms: 'use' });
    expect(shown.documents.map(({ of }) => of)).toEqual(['portal']);
    const after = await staff.visitor.perform(getTermsText, text);
    expect(after.versions).toMatchObject([{ version: 1, is_current: false }]);
    for (const [late, code] of [
      [{ ...text, seen }, 'admin.draft-newer'],
      [{ ...text, seen: after.seen }, 'not-found'],
      [{ kind: 'portal', companyid: null, seen: '' }, 'admin.draft-newer'],
    ] as const) {
      await expect(staff.visitor.perform(withdrawTermsText, late)).rejects.toMatchObject({ code });
    }
    const own = await staff.visitor.perform(getTermsText, { kind: 'portal', companyid: null });
    await expect(
      staff.visitor.perform(withdrawTermsText, { kind: 'portal', companyid: null, seen: own.seen }),
    ).rejects.toMatchObject({ code: 'not-found' });

    const newer = await portal.work('test.publish', (work) => publishTerms(work, elm, '<p>Elm rules.</p>'));
    expect(newer).toBe(2);
    expect((await member.visitor.caller())?.termsAccepted).toBe(false);
  });

  it('are of the portal or of a company, never mixed', async () => {
    for (const text of [
      { kind: 'portal', companyid: company.companyId },
      { kind: 'company', companyid: null },
      { kind: 'company', companyid: newId() },
    ] as const) {
      await expect(staff.visitor.perform(getTermsText, text)).rejects.toMatchObject({ code: 'not-found' });
    }
    const { accountId: userid } = await newPerson(portal);
    expect(await staff.visitor.perform(getTermsHistory, { userid })).toMatchObject({
      historyitems: [{ company_name: null }],
    });
  });
});
