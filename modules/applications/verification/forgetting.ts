import type { Portal } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { idVerifierPort } from './port.ts';

/**
 * Makes the provider delete a person and everything that it has about them (D43). A second run changes nothing.
 * @param applicantId the person at the provider
 * @throws VerifierFailed, so that the job is tried again
 */
export async function forgetAtVerifier(portal: Portal, applicantId: string): Promise<void> {
  await idVerifierPort.of(portal).forget(applicantId);
  await portal.work('applications.note-forgotten', async (work) => {
    const rows = await work.db
      .updateTable('id_verification')
      .set({ applicant_deleted_at: work.now })
      .where('applicant_id', '=', applicantId)
      .where('applicant_deleted_at', 'is', null)
      .returning(['id', 'account_id'])
      .execute();
    for (const { id, account_id } of rows) {
      await work.audit({
        action: applicationsAudit.verificationForgotten,
        about: account_id,
        object: { type: 'id_verification', id },
      });
    }
  });
}
