import { z } from 'zod';
import { photoAddress } from '#modules/identity/index.ts';
import { operation } from '#modules/platform/index.ts';
import { networkOwner, ownedBy } from './owner.ts';
import { Refusal } from './refusals.ts';

/**
 * The photo of somebody in the caller's network (doc1 §7).
 * @throws Refusal not-found, including for another network's row
 */
export const getProfileImage = operation({
  name: 'network.get-profile-image',
  summary: "The address of the photo of a person in the caller's network.",
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({ contactreference: z.uuid() }),
  output: z.object({ url: z.string().nullable() }),
  async run(work, { contactreference }) {
    const row = await work.db
      .selectFrom('connection as c')
      .innerJoin('account as a', 'a.id', 'c.account_id')
      .select('a.profile_image_key')
      .where('c.id', '=', contactreference)
      .where(ownedBy(work.caller.owner))
      // The row has a score while the person shares it, and the company through which the person is seen.
      .where('c.score', 'is not', null)
      .executeTakeFirst();
    if (!row) throw new Refusal('not-found', { detail: `contact ${contactreference}` });
    return { url: photoAddress(row.profile_image_key) };
  },
});
