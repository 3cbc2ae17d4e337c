import { acceptPendingInvitations, listPendingInvites, provePendingInvites } from '#modules/network/index.ts';
import type { Visitor } from '#test/visitor.ts';

/**
 * Accepts all open invitations with the code of a mail, as the applicant with the SSN 900-00-0001. Then tries the code
 * again after it has expired, and a wrong code.
 * @param hear records each answer
 * @param proven runs between the proof and the acceptance
 */
export async function enterInviteCenter(
  reader: Visitor,
  invitecode: string,
  hear: <T>(answer: Promise<T>) => Promise<T>,
  proven: () => Promise<void>,
): Promise<void> {
  const { invites } = await hear(reader.perform(listPendingInvites, { invitecode }));
  await hear(
    reader.perform(provePendingInvites, { invitecode, dateofbirth: '04/12/1985', ssnlast4: '0001' }),
  );
  await proven();
  const all = invites.map(({ id }) => id);
  await hear(reader.perform(acceptPendingInvitations, { invitecode, invites: all }));
  for (const tried of [invitecode, `${invitecode}x`]) {
    await hear(reader.call('POST', '/network/listpendinginvites', { invitecode: tried }));
  }
}
