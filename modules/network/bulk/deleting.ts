import { z } from 'zod';
import { deleteFiles } from '#modules/identity/index.ts';
import { operation } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { bulkSender, lockBulk, ofCompany } from './access.ts';

/** Deletes a file that was never sent, with its rows. What was sent stays in the history. */
export const deleteBulk = operation({
  name: 'network.delete-bulk',
  summary: 'Deletes a file of people to invite that was never sent.',
  access: bulkSender,
  kind: 'write',
  input: z.object({ ...ofCompany, bulkid: z.uuid() }),
  output: z.object({ bulkid: z.uuid() }),
  async run(work, about) {
    const { id, company_id, rows_key, state } = await lockBulk(work, about);
    if (state !== 'uploaded') throw new Refusal('network.bulk-started');
    await work.db.deleteFrom('bulk_invitation').where('id', '=', id).execute();
    await work.audit({
      action: networkAudit.bulkFilesDeleted,
      object: { type: 'bulk_invitation', id },
      detail: { company: company_id },
    });
    if (rows_key !== null) await work.enqueue(deleteFiles, { keys: [rows_key] });
    return { bulkid: id };
  },
});
