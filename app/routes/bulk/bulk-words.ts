import type { getBulkInvitation, listBulkInvitations } from '#modules/network/index.ts';
import { formatBytes, formatCount } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';

export type BulkPage = OutputOf<typeof getBulkInvitation>;
export type Bulk = BulkPage['bulk'];
export type ListedBulk = OutputOf<typeof listBulkInvitations>['bulks'][number];
export type Counted = NonNullable<BulkPage['result']>[number];
type Group = Counted['group'];

export const counted = (value: number) => value.toLocaleString('en-US');

export const invitations = (count: number) => formatCount(count, 'invitation');

export function fileWords({ file_bytes, rows, sheet }: Bulk): string {
  const size = `${formatBytes(file_bytes)}, ${formatCount(rows, 'row')}`;
  return sheet === null ? size : `${size}, sheet “${sheet}”`;
}

/** How many rows are in each group. */
export function groupsOf(counts: readonly Counted[]): Record<Group, number> {
  const groups: Record<Group, number> = { sent: 0, skipped: 0, bad: 0 };
  for (const { group, count } of counts) groups[group] += count;
  return groups;
}

/** Sent so far, of all that were to be sent. */
export function progressOf({ sent, queued }: ListedBulk) {
  const all = Math.max(queued ?? 0, sent);
  return {
    all,
    words: `${counted(sent)} of ${counted(all)}`,
    percent: Math.floor((100 * sent) / Math.max(all, 1)),
  };
}
