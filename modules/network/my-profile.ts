import { z } from 'zod';
import { myProfile } from '#modules/identity/index.ts';
import { operation, person } from '#modules/platform/index.ts';
import { findInviteUrl } from './invitations/manage.ts';

/** The caller's own profile with the address that invites to the caller's network (doc2 §7). */
export const getMyProfile = operation({
  name: 'network.get-my-profile',
  summary: 'The profile of the signed-in person, with the address that invites to their network.',
  access: person,
  kind: 'read',
  mayLag: true,
  input: z.object({}),
  output: z.object({
    /** `network_invite_url` is null if the caller has no ShieldID or may not invite. */
    profile: myProfile.output.shape.profile.extend({ network_invite_url: z.url().nullable() }),
  }),
  async run(work) {
    const { profile } = await myProfile.run(work, {});
    return { profile: { ...profile, network_invite_url: await findInviteUrl(work) } };
  },
});
