import type { LoaderFunctionArgs } from '@remix-run/node';
import { findOutboxMessage, type OutboxMessage } from '#sandboxes/outbox/index.ts';
import { developmentOnly } from './development.server.ts';

/** @throws Response 404 */
export async function findMessage({ context, params }: LoaderFunctionArgs): Promise<OutboxMessage> {
  developmentOnly(context);
  const id = params.id ?? '';
  const message = /^[0-9a-f-]{36}$/.test(id) ? await findOutboxMessage(context.portal.db, id) : null;
  if (!message) throw new Response(null, { status: 404 });
  return message;
}
