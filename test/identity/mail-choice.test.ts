import { describe, expect, test } from 'vitest';
import {
  checkUnsubscribe,
  confirmMailChoice,
  deliverMailChoice,
  getMailChoice,
  unsubscribe,
  updateMailPreferences,
} from '#modules/identity/index.ts';
import { HOUR, SECOND, sql } from '#modules/platform/index.ts';
import { unsubscribeToken } from '#modules/platform/mail/codes.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { newAddress, refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
let asked = 0;

const switches = {
  email_preference_marketing: true,
  email_preference_invites: false,
  email_preference_renewal: true,
};

/** Somebody who knows an address alone chooses its mails. Each asks from another network address. */
async function choose(emailaddress: string, criticalemails: 'YES' | 'NO', address?: string): Promise<void> {
  asked += 1;
  await portal
    .visitor({ address: address ?? `198.18.20.${asked}` })
    .perform(updateMailPreferences, { emailaddress, ...switches, criticalemails });
}

async function linkOf(to: string): Promise<string> {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to });
  const links = mails.flatMap((mail) => mail.links);
  const link = links.find((each) => each.includes('/emailpreferences/confirm/')) ?? '';
  return decodeURIComponent(link.split('/confirm/')[1] ?? '');
}

async function keptOf(emailaddress: string) {
  const { rows } = await sql<Record<string, boolean>>`
    select email_preference_marketing, email_preference_invites, email_preference_renewal, criticalemails
    from mail_preference where emailaddress = ${emailaddress}`.execute(portal.db);
  return rows[0];
}

describe('D21: mails that are chosen by an address alone', () => {
  test('change once its owner follows the mailed link and confirms, which works once', async () => {
    const [address, other] = [newAddress(), newAddress()];
    await choose(address, 'YES');
    await choose(other, 'YES');
    const token = await linkOf(address);
    const chosen = { ...switches, criticalemails: true };
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await portal.visitor().perform(getMailChoice, { token })).toEqual({
        partialemailaddress: 'o•••@example.com',
        ...chosen,
      });
      expect(await keptOf(address)).toBeUndefined();
    }
    await portal.visitor().perform(confirmMailChoice, { token });
    expect([await keptOf(address), await keptOf(other)]).toEqual([chosen, undefined]);
    expect((await refusalOf(portal.visitor().perform(confirmMailChoice, { token }))).code).toBe('not-found');
    const theirs = await linkOf(other);
    await portal.visitor().perform(confirmMailChoice, { token: theirs });
    expect(await keptOf(other)).toEqual(chosen);
  });

  test('are all off when the required ones are, but not where a sign-in needs them', async () => {
    const address = newAddress();
    await choose(address, 'NO');
    await portal.visitor().perform(confirmMailChoice, { token: await linkOf(address) });
    expect(await keptOf(address)).toEqual({
      email_preference_marketing: false,
      email_preference_invites: false,
      email_preference_renewal: false,
      criticalemails: false,
    });
    const { emailaddress } = await newPerson(portal);
    await choose(emailaddress, 'NO');
    const token = await linkOf(emailaddress);
    expect((await refusalOf(portal.visitor().perform(confirmMailChoice, { token }))).code).toBe(
      'identity.mail-needed',
    );
    await choose(emailaddress, 'YES');
    await portal.visitor().perform(confirmMailChoice, { token: await linkOf(emailaddress) });
  });

  test('need an address, and five can be chosen in an hour', async () => {
    const nobody = portal.visitor().perform(updateMailPreferences, { ...switches, criticalemails: 'YES' });
    expect((await refusalOf(nobody)).options.field).toBe('emailaddress');
    const from = '198.18.21.1';
    for (let turn = 0; turn < 5; turn += 1) await choose(newAddress(), 'YES', from);
    const { code, options } = await refusalOf(choose(newAddress(), 'YES', from));
    expect(code).toBe('throttled');
    expect(options.retryAfter).toBeGreaterThan(0);
    expect(options.retryAfter).toBeLessThanOrEqual((1.2 * HOUR) / SECOND);
  });

  test('are no longer mailed about once they are confirmed', async () => {
    const address = newAddress();
    await choose(address, 'YES');
    const token = await linkOf(address);
    const { rows } = await sql<{ id: string }>`
      select id from mail_choice where emailaddress = ${address}`.execute(portal.db);
    await portal.visitor().perform(confirmMailChoice, { token });
    await deliverMailChoice(portal, rows[0]?.id ?? '', 'again');
    expect(await listOutbox(portal.db, { to: address })).toHaveLength(1);
  });
});

test.each([
  ['invitations', 'email_preference_invites'],
  ['renewal', 'email_preference_renewal'],
] as const)('the link that ends mails of %s turns off %s alone', async (group, name) => {
  const emailaddress = newAddress();
  for (const operation of [checkUnsubscribe, unsubscribe])
    expect((await refusalOf(portal.visitor().perform(operation, { token: 'forged' }))).code).toBe(
      'not-found',
    );
  const mailed = unsubscribeToken(portal.keys, group, emailaddress);
  expect(await portal.visitor().perform(checkUnsubscribe, { token: mailed })).toEqual({ list: group });
  expect(await keptOf(emailaddress)).toBeUndefined();
  expect(await portal.visitor().perform(unsubscribe, { token: mailed })).toEqual({ list: group });
  expect(await keptOf(emailaddress)).toEqual({
    email_preference_marketing: false,
    email_preference_invites: true,
    email_preference_renewal: true,
    criticalemails: true,
    [name]: false,
  });
});
