import { DAY, purge, type Sweep, sql } from '#modules/platform/index.ts';
import { vitalsSweep } from './vitals.ts';

/** How long a message to support is kept whose mail failed for good; a mailed one is forgotten at once. */
const SUPPORT_REQUEST_KEPT = 30 * DAY;

/** Deletes what has ended. */
export const enterpriseSweeps: readonly Sweep[] = [
  vitalsSweep,
  purge({
    name: 'enterprise.support-requests',
    table: 'support_request',
    key: 'id',
    ended: (now) => sql`requested_at <= ${new Date(now.getTime() - SUPPORT_REQUEST_KEPT)}`,
  }),
];
