import type { Portal } from '#modules/platform/index.ts';
import { sealedColumn } from '#modules/platform/index.ts';
import type { StoredBulk } from './access.ts';
import type { Head } from './columns.ts';

const sealedHead = sealedColumn({ table: 'bulk_invitation', column: 'head_sealed' });

export const sealHead = ({ keys }: Pick<Portal, 'keys'>, id: string, head: Head) =>
  keys.encrypt(JSON.stringify(head), sealedHead(id));

/** The first rows of a file, for the preview; none once its rows were deleted. */
export function readStoredHead(
  { keys }: Pick<Portal, 'keys'>,
  bulk: Pick<StoredBulk, 'id' | 'head_sealed'>,
): Head {
  return bulk.head_sealed === null
    ? []
    : (JSON.parse(keys.decrypt(bulk.head_sealed, sealedHead(bulk.id))) as Head);
}
