import { keyCalls } from '#modules/platform/index.ts';
import { getMe } from './me.ts';
import {
  createKeyWebhook,
  getKeyDelivery,
  getKeyWebhook,
  listKeyDeliveries,
  listKeyWebhooks,
  pingKeyWebhook,
  removeKeyWebhook,
  replayKeyDelivery,
} from './webhooks.ts';

export const enterpriseKeyCalls = keyCalls([
  { route: 'GET /me', operation: getMe },
  { route: 'GET /webhooks', operation: listKeyWebhooks },
  { route: 'POST /webhooks', operation: createKeyWebhook },
  { route: 'GET /webhooks/:webhookid', operation: getKeyWebhook },
  { route: 'POST /webhooks/:webhookid/ping', operation: pingKeyWebhook },
  { route: 'POST /webhooks/:webhookid/remove', operation: removeKeyWebhook },
  { route: 'GET /webhook-deliveries', operation: listKeyDeliveries },
  { route: 'GET /webhook-deliveries/:deliveryid', operation: getKeyDelivery },
  { route: 'POST /webhook-deliveries/:deliveryid/replay', operation: replayKeyDelivery },
]);
