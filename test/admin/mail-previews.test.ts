import { expect, test } from 'vitest';
import { getMailPreview, listMails, sendSample } from '#modules/admin/index.ts';
import { listAudit, listMailKinds } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';

const portal = await servedPortal();
const staff = await newStaff(portal);
await newCompany(portal, { branding_hostname: 'quay', company_name: 'Quay Freight' });
await newCompany(portal, { branding_hostname: 'zinc', company_name: 'Alder Works' });
const { brands } = await staff.visitor.perform(listMails, {});
const { host = '' } = brands.find(({ name }) => name === 'Quay Freight') ?? {};

test('every mail has a preview in the brand that is asked for', async () => {
  const { mails } = await staff.visitor.perform(listMails, { host });
  expect(mails.map(({ name }) => name)).toEqual(listMailKinds().map(({ name }) => name));
  for (const { name, subject } of mails) {
    const preview = await staff.visitor.perform(getMailPreview, { mail: name, host });
    expect(preview).toMatchObject({ subject, sender: 'Quay Freight' });
    expect(preview.html).toContain('Quay Freight');
    expect(preview.text.length).toBeGreaterThan(50);
  }
  const own = await staff.visitor.perform(getMailPreview, { mail: 'welcome' });
  expect(own.sender).not.toBe('Quay Freight');
});

test('brands are listed by name, the portal’s own first', () => {
  expect(brands.map(({ name }) => name)).toEqual(['ShieldHub', 'Alder Works', 'Quay Freight']);
  expect(host).toMatch(/^quay\./);
});

test('a sample goes to the member of staff who asked for it, tells that it is one, and is audited', async () => {
  await staff.visitor.perform(sendSample, { mail: 'invitation-coupon', host });
  await portal.runJobs();
  const sent = (await listOutbox(portal.db, { to: staff.emailaddress })).filter(({ subject }) =>
    subject?.startsWith('Sample: '),
  );
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain('Quay Freight');
  const { entries } = await listAudit(portal.db, portal.keys, { action: 'admin.sample-mail-sent' });
  expect(entries.map(({ detail }) => detail)).toEqual([{ mail: 'invitation-coupon', host }]);
});

test('nothing is sent for a mail or a host that does not exist', async () => {
  for (const asked of [{ mail: 'no-such-mail' }, { mail: 'welcome', host: 'elsewhere.example.com' }]) {
    expect(await refusalOf(staff.visitor.perform(sendSample, asked))).toMatchObject({ code: 'not-found' });
    expect(await refusalOf(staff.visitor.perform(getMailPreview, asked))).toMatchObject({
      code: 'not-found',
    });
  }
});
