import { listOutbox } from '#sandboxes/outbox/index.ts';
import type { TestPortal } from '#test/portal.ts';

/** The first link that contains a text, from all mails to an address. */
export async function findMailedLink(
  db: TestPortal['db'],
  to: string,
  part: string,
): Promise<string | undefined> {
  const messages = await listOutbox(db, { to });
  return messages.flatMap(({ links }) => links).find((link) => link.includes(part));
}
