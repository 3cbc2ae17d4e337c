import type { Page } from '@playwright/test';
import { newInvite, openInvitation } from '#modules/network/index.ts';
import { replyByText } from '#sandboxes/outbox/index.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, press } from '../../browser/fixtures.ts';
import type { Outbox } from '../../browser/outbox.ts';

export interface Guest {
  id: string;
  person: Registered;
  mobile: string;
  name: string;
}

/** A person with a verified number who has opened the host's invitation. */
export async function invite(
  operations: VisitedPortal,
  host: Registered,
  { score = true, number = true } = {},
): Promise<Guest> {
  const made = score ? newScoredPerson(operations) : newPersonWithoutTwoStep(operations);
  const person = await made;
  const mobile = `5127${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;
  if (number) {
    await operations.pool.query('update account set mobile = $1, mobile_verified_at = now() where id = $2', [
      mobile,
      person.accountId,
    ]);
  }
  return { id: await inviteToo(host, person), person, mobile, name: person.emailaddress };
}

/**
 * An invitation of another host, opened by the same person.
 * @returns its id
 */
export async function inviteToo(host: Registered, person: Registered): Promise<string> {
  const { inviteid } = await host.visitor.perform(newInvite, { touser: person.emailaddress });
  await person.visitor.perform(openInvitation, { inviteid });
  return inviteid;
}

/** Enters digits in the four boxes. Without script, one box takes all of them. */
export async function enterDigits(page: Page, digits: string): Promise<void> {
  const boxes = page.getByRole('textbox', { name: /^Digit/ });
  await expect(boxes).toHaveCount(4);
  for (const [index, digit] of [...digits].entries()) await boxes.nth(index).fill(digit);
}

export async function tryDigits(page: Page, digits: string): Promise<void> {
  await enterDigits(page, digits);
  await press(page, 'Next');
}

export const lastFour = ({ mobile }: Guest) => mobile.slice(-4);
export const wrong = (digits: string) => String((Number(digits) + 1) % 10_000).padStart(4, '0');

export async function codeFor(
  { mobile }: Guest,
  outbox: Outbox,
  before: Awaited<ReturnType<Outbox['list']>> = [],
) {
  const { code } = await outbox.wait(`+1${mobile}`, /is your code/, before);
  return code ?? '';
}

export const openSmsAccept = (page: Page, { id }: Guest) => page.goto(`/user/network/smsaccept/${id}`);

/** Enters the correct digits of the number. Afterwards the boxes are for the code. */
export async function proveNumber(page: Page, guest: Guest): Promise<void> {
  await tryDigits(page, lastFour(guest));
  await expect(page.getByText('Ask them for it.')).toBeVisible();
}

/** Goes on to the step that waits for an answer. */
export async function ask(page: Page, guest: Guest, outbox: Outbox): Promise<void> {
  await openSmsAccept(page, guest);
  await proveNumber(page, guest);
  await tryDigits(page, await codeFor(guest, outbox));
  await expect(page.getByText('Waiting for them to reply')).toBeVisible();
}

export const reply = (operations: VisitedPortal, { mobile }: Guest, words: string) =>
  replyByText(operations, `+1${mobile}`, words);
