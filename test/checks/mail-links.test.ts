import { expect, test } from 'vitest';
import { sendForgotPassword } from '#modules/admin/index.ts';
import { acceptTerms } from '#modules/enterprise/index.ts';
import {
  forgotPassword,
  forgotPasswordVerify,
  getUndo,
  login,
  registerVerify,
  startEmailChange,
  twoStepVerify,
  updateMailPreferences,
  updatePassword,
} from '#modules/identity/index.ts';
import {
  acceptPendingInvitations,
  getLink,
  listPendingInvites,
  newInvite,
  provePendingInvites,
} from '#modules/network/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { listOutbox, type OutboxMessage } from '#sandboxes/outbox/index.ts';
import { askPage } from '#test/app/page.ts';
import { removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { newProvable, proof } from '#test/factories/invite-center.ts';
import { newCompany } from '#test/factories/network.ts';
import { newestCode, newPerson, newStaff, PASSWORD, registerPerson } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

import { changedTables, fingerprintDatabase } from './database-fingerprint.ts';
import { listPageParts } from './page-list.ts';

/**
 * Mail scanners open every link of a mail, often more than once, so opening a link must not use up or change anything
 * (D12, D108).
 */

const portal = await servedPortal();
const loaders = (await listPageParts()).filter(({ part, page }) => part === 'loader' && page.startsWith('/'));

/** The loader for an address, with the values of the address's parts; null if the page has none. */
function loaderOf(path: string) {
  for (const { page, handler } of loaders) {
    const names: string[] = [];
    const shape = page.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string, maybe?: string) => {
      names.push(name);
      return maybe ? '(?:/([^/]+))?' : '/([^/]+)';
    });
    const found = new RegExp(`^${shape}$`).exec(path);
    if (!found) continue;
    const values = found.slice(1).map((value) => decodeURIComponent(value ?? ''));
    return { handler, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
  }
  return null;
}

const mailsTo = (to: string) => listOutbox(portal.db, { to });
const pathOf = (link: string) => new URL(link).pathname.replace(/\/$/, '') || '/';

async function linkOf(to: string, part: string): Promise<URL> {
  const link = (await mailsTo(to)).flatMap(({ links }) => links).find((each) => each.includes(part));
  if (!link) throw new Error(`no link with ${part} was mailed to ${to}`);
  return new URL(link);
}

test('opening all links of all mails, three times, changes nothing, and each code still works once', async () => {
  await removeSandboxDelays(portal);
  const staff = await newStaff(portal);
  const fresh = await registerPerson(portal);
  await fresh.visitor.perform(acceptTerms, { accept_terms: 'YES', email_copy: 'YES' });
  const member = await newPerson(portal);
  await member.visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
  await member.visitor.perform(startEmailChange, { emailaddress: 'another@example.com' });
  const forgetful = await newPerson(portal);
  const asking = portal.visitor();
  await asking.perform(forgotPassword, { emailaddress: forgetful.emailaddress });
  const helped = await newPerson(portal);
  await staff.visitor.perform(sendForgotPassword, { userid: helped.accountId });
  const returning = await newPerson(portal);
  portal.clock.advance(MINUTE);
  const door = portal.visitor();
  await door.perform(login, { emailaddress: returning.emailaddress, password: PASSWORD });
  await door.perform(twoStepVerify, {});
  await portal.visitor().perform(updateMailPreferences, {
    emailaddress: 'reader@example.com',
    email_preference_marketing: 'NO',
    email_preference_invites: 'YES',
    email_preference_renewal: 'YES',
    criticalemails: 'YES',
  });
  const applicant = await withResult(portal);
  await applicant.visitor.perform(newInvite, { touser: 'guest@example.com' });
  const [host, invited] = [await newCompany(portal), await newProvable(portal)];
  await host.owner.visitor.perform(newInvite, { touser: invited.emailaddress });
  await portal.runJobs();

  const mails: OutboxMessage[] = await listOutbox(portal.db, { channel: 'mail', limit: 500 });
  const links = [...new Set(mails.flatMap((mail) => mail.links))].filter((link) =>
    link.startsWith(portal.config.publicUrl),
  );
  const kinds = new Set<string>();
  const before = await fingerprintDatabase(portal);
  for (const visitor of [portal.visitor(), fresh.visitor, door, asking, member.visitor]) {
    for (const link of links) {
      const found = loaderOf(pathOf(link));
      if (!found) continue;
      kinds.add(pathOf(link).split('/').slice(0, 3).join('/'));
      const { search } = new URL(link);
      for (let times = 0; times < 3; times += 1) {
        await askPage(portal, visitor, found.handler, { path: pathOf(link) + search, params: found.params });
      }
    }
  }
  expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  const opened = [...kinds].map((kind) => kind.replace(/\/[\w.-]{20,}$/, ''));
  for (const page of [
    '/register/verification',
    '/verify',
    '/forgotpassword/verification',
    '/undo',
    '/link',
    '/pendinginvites',
  ]) {
    expect(opened, page).toContain(page);
  }

  await fresh.visitor.perform(registerVerify, { code: await newestCode(portal, fresh.emailaddress) });
  await door.perform(twoStepVerify, { code: await newestCode(portal, returning.emailaddress) });
  expect((await door.caller())?.twoStepDone).toBe(true);
  for (const { emailaddress } of [forgetful, helped]) {
    const token = (await linkOf(emailaddress, '/forgotpassword/verification')).searchParams.get('code') ?? '';
    const browser = portal.visitor();
    await browser.perform(forgotPasswordVerify, { code: token });
    await expect(portal.visitor().perform(forgotPasswordVerify, { code: token })).rejects.toMatchObject({
      status: 400,
    });
  }
  const undo = (await linkOf(member.emailaddress, '/undo/')).pathname.split('/').at(-1) ?? '';
  expect(await portal.visitor().perform(getUndo, { token: undo })).toBeTruthy();
  const linkid = (await linkOf('guest@example.com', '/link/')).pathname.split('/').at(-1) ?? '';
  expect(await portal.visitor().perform(getLink, { linkid })).toMatchObject({ newuser: true });
  const center = await linkOf(invited.emailaddress, '/pendinginvites/');
  const invitecode = center.pathname.split('/').at(-1) ?? '';
  const reader = portal.visitor();
  const { invites } = await reader.perform(listPendingInvites, { invitecode });
  await reader.perform(provePendingInvites, { invitecode, ...proof });
  const chosen = invites.map(({ id }) => id);
  const { accepted } = await reader.perform(acceptPendingInvitations, { invitecode, invites: chosen });
  expect(accepted).toHaveLength(1);
});

const { origin: base, port } = new URL(portal.config.publicUrl);

test.each([
  ['a host of its own', { branding_hostname: 'quay' }, `http://quay.localhost:${port}`],
  ['no host of its own', {}, base],
])('the mail of a company with %s leads to a registered host alone', async (_what, host, origin) => {
  const company = await newCompany(portal, host);
  const person = await newProvable(portal);
  await company.owner.visitor.perform(newInvite, { touser: person.emailaddress });
  await portal.runJobs();
  const [mail] = await mailsTo(person.emailaddress);
  expect(mail?.links.map((link) => new URL(link).pathname.split('/')[1])).toEqual(
    expect.arrayContaining(['link', 'pendinginvites']),
  );
  for (const link of mail?.links ?? []) expect(new URL(link).origin, link).toBe(origin);
});
