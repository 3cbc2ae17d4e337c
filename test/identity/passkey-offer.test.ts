import { describe, expect, test } from 'vitest';
import {
  addPasskey,
  declinePasskey,
  getPasskeyOffer,
  listPasskeys,
  removePasskey,
  startPasskey,
} from '#modules/identity/index.ts';
import { Authenticator } from '#test/factories/authenticator.ts';
import { newStaff, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

/** Adds a passkey in the person's own session. */
async function add(visitor: Visitor): Promise<void> {
  const { options } = await visitor.perform(startPasskey, {});
  const answer = new Authenticator('http://localhost:3000').make(options);
  await visitor.perform(addPasskey, { name: 'My phone', answer });
}

describe('the offer of a passkey to staff', () => {
  const offeredTo = async (visitor: Visitor) => (await visitor.perform(getPasskeyOffer, {})).offered;

  test('is made until it is declined, and not again', async () => {
    const { visitor, accountId } = await newStaff(portal);
    expect(await offeredTo(visitor)).toBe(true);
    await visitor.perform(declinePasskey, {});
    await visitor.perform(declinePasskey, {});
    expect(await offeredTo(visitor)).toBe(false);
    const declined = await portal.db
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'identity.passkey-declined')
      .where('actor_id', '=', accountId)
      .execute();
    expect(declined).toHaveLength(1);
  });

  test('ends when a passkey is added, also after it is removed', async () => {
    const { visitor } = await newStaff(portal);
    await add(visitor);
    expect(await offeredTo(visitor)).toBe(false);
    const { passkeys } = await visitor.perform(listPasskeys, {});
    await visitor.perform(removePasskey, { id: passkeys[0]?.id ?? '', currentpassword: PASSWORD });
    expect(await offeredTo(visitor)).toBe(false);
  });
});
