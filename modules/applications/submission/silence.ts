import { staffAlertSettled, type Work } from '#modules/platform/index.ts';
import type { CraOrder } from '../entities/application.ts';

/** The agency answered for an order, or its answer is not wanted any more: staff have nothing to ask it. */
export async function noteAnswer(work: Work<unknown>, order: CraOrder): Promise<void> {
  order.unansweredSince = null;
  if (!order.alertedAt) return;
  order.alertedAt = null;
  await work.publish(staffAlertSettled, { alertType: 'agency_silent', eventId: order.id });
}
