import { z } from 'zod';
import { photoAddress } from '#modules/identity/index.ts';
import { type Work, yesNo } from '#modules/platform/index.ts';

/** A member of a company's team, as calls answer it (doc2 §3, doc3 §3). */
export const teamMemberAnswer = z.object({
  memberid: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  emailaddress: z.string(),
  role: z.enum(['owner', 'admin', 'viewer']),
  accepted: yesNo,
  issue_coupons: yesNo,
  last_auth_dts: z.date().nullable(),
  profileimageurl: z.string().nullable(),
  initials: z.string(),
});

/** The team of a company in the order in which its members joined. */
export async function listTeam(
  { db }: Pick<Work, 'db'>,
  companyId: string,
): Promise<z.output<typeof teamMemberAnswer>[]> {
  const members = await db
    .selectFrom('team_member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select([
      'm.id as memberid',
      'a.firstname',
      'a.lastname',
      'a.emailaddress',
      'm.role',
      'm.issue_coupons',
      'a.last_login_at as last_auth_dts',
      'a.profile_image_key',
    ])
    .where('m.company_id', '=', companyId)
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .execute();
  return members.map(({ profile_image_key, ...member }) => ({
    ...member,
    accepted: true,
    profileimageurl: photoAddress(profile_image_key),
    initials: [member.firstname, member.lastname].map(firstLetter).join(''),
  }));
}

function firstLetter(name: string): string {
  return (Array.from(name)[0] ?? '').toUpperCase();
}
