import type { LoaderFunctionArgs } from '@remix-run/node';
import { openUserRecord } from '#modules/admin/index.ts';
import { describeAudit } from '#modules/words.ts';
import { perform } from '../../door.server.ts';

/** A person's complete record, with the audit entries in words. */
export async function loadRecord(args: LoaderFunctionArgs) {
  const userid = args.params.userid ?? '';
  const before = new URL(args.request.url).searchParams.get('before') ?? undefined;
  const { audit, ...record } = await perform(args, openUserRecord, { userid, before });
  const entries = audit.entries.map(({ action, ...entry }) => ({ ...entry, words: describeAudit(action) }));
  return { ...record, audit: { entries, next: audit.next }, now: args.context.portal.clock.now() };
}
