import { z } from 'zod';
import { listAudit, operation, staff, type Work } from '#modules/platform/index.ts';
import { getSubject, userId } from './subject.ts';

const entry = z.object({
  id: z.uuid(),
  dts: z.date(),
  action: z.string(),
  /** The name of who did it; null for the portal itself (a job, a provider's callback). */
  actor: z.string().nullable(),
  /** The admin who acted as that person (D16). */
  admin: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditLine = z.output<typeof entry>;

/** What was done to or by one person, newest first, a page at a time (D75). */
export const listUserAudit = operation({
  name: 'admin.list-user-audit',
  summary: 'The audit entries about one person, newest first.',
  access: staff,
  kind: 'read',
  input: userId.extend({ before: z.string().max(60).optional() }),
  output: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  async run(work, { userid, before }) {
    await getSubject(work, userid);
    const { entries, next } = await listAudit(work.db, work.portal.keys, {
      about: userid,
      before,
      limit: 50,
    });
    const names = await listNames(
      work,
      entries.flatMap((line) => [line.actorId, line.adminId]),
    );
    const nameOf = (accountId: string | null) => (accountId ? (names.get(accountId) ?? null) : null);
    return {
      entries: entries.map((line) => ({
        id: line.id,
        dts: line.at,
        action: line.action,
        actor: nameOf(line.actorId),
        admin: nameOf(line.adminId),
        address: line.address,
        detail: line.detail,
      })),
      next,
    };
  },
});

async function listNames(
  work: Pick<Work, 'db'>,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((accountId) => accountId !== null))];
  if (known.length === 0) return new Map();
  const rows = await work.db
    .selectFrom('account')
    .select(['id', 'firstname', 'lastname'])
    .where('id', 'in', known)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.firstname} ${row.lastname}`]));
}
