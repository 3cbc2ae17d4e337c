import { z } from 'zod';
import { operation } from '#modules/platform/index.ts';
import { alertTypes } from '../fields.ts';
import { connectionStatuses } from '../statuses.ts';
import { alertReader } from './access.ts';
import { readRules } from './compliance.ts';
import { alertConfig } from './config.ts';
import { alertGrid } from './grid.ts';
import { alertsIn, rangeAnswer, rangeInput, rangeOf } from './range.ts';
import { flagsOf } from './subscriptions/choices.ts';
import { readChoices } from './subscriptions/reading.ts';

/** One page of the Network Activity Feed, with the company's rule and the caller's subscriptions (doc2 §7). */
export const listAlerts = operation({
  name: 'network.list-alerts',
  summary: 'One page of the alerts of the caller’s company, the newest first, and its alert configuration.',
  access: alertReader('viewer'),
  kind: 'read',
  input: alertGrid.input.extend(rangeInput),
  output: z.object({
    alertconfig: alertConfig,
    alerts: z.array(alertGrid.row),
    ...alertGrid.output.omit({ rows: true }).shape,
    ...rangeAnswer,
  }),
  async run(work, input) {
    const { companyId } = work.caller;
    const [range, rules, { deliveries, includestatuses }] = await Promise.all([
      rangeOf(work, input),
      readRules(work, companyId),
      readChoices(work, work.caller),
    ]);
    const { rows, ...page } = await alertGrid.read(work, input, { where: alertsIn(companyId, range) }, rules);
    const statuses = alertTypes.map((type) => [type, includestatuses[type] ?? [...connectionStatuses]]);
    const alertconfig = {
      ...rules,
      ...flagsOf(deliveries),
      deliveries,
      includestatuses: Object.fromEntries(statuses),
    };
    return { alertconfig, alerts: rows, ...page, ...range };
  },
});
