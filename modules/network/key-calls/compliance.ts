import { z } from 'zod';
import { apiKey, pageInput, pageOf } from '#modules/enterprise/index.ts';
import { anyOf, operation, sql } from '#modules/platform/index.ts';
import { readRules } from '../alerts/compliance.ts';
import type { Compliance } from '../statuses.ts';
import { requireAlerts } from './alerts.ts';
import { readConnections } from './paging.ts';

/** The compliance rule of the key's company, and who is in and out by it (D131). */

export const getKeyCompliance = operation({
  name: 'network.get-key-compliance',
  summary: 'The compliance rule of the company.',
  access: apiKey('alerts:read'),
  kind: 'read',
  input: z.object({}),
  output: z.object({
    min_score: z.number().int().describe('The best score that is in: 0 for IC01+ to 4 for IC04.'),
    max_score: z.number().int().describe('The worst score that is in.'),
    expired_is_out: z.boolean().describe('Whether somebody whose score expired is out.'),
    left_is_out: z.boolean().describe('Whether somebody who left the network is out.'),
    removed_is_out: z.boolean().describe('Whether somebody whom the company removed is out.'),
  }),
  async run(work) {
    await requireAlerts(work);
    const rule = await readRules(work, work.caller.companyId);
    return {
      min_score: rule.minscore,
      max_score: rule.maxscore,
      expired_is_out: rule.outofcomp_expired,
      left_is_out: rule.outofcomp_leftnetwork,
      removed_is_out: rule.outofcomp_removed,
    };
  },
});

const states = ['in', 'exception', 'out'] as const;
const stateOf = (compliance: Compliance): (typeof states)[number] =>
  compliance === 'IN' ? 'in' : compliance === 'EXCEPTION' ? 'exception' : 'out';

export const listKeyCompliance = operation({
  name: 'network.list-key-compliance',
  summary:
    'Lists who of the company’s network is in compliance and who is not, the newest connections first.',
  access: apiKey('alerts:read'),
  kind: 'write',
  input: z.object(pageInput),
  output: pageOf(
    z.object({ connection_id: z.uuid(), shieldid: z.string().nullable(), compliance: z.enum(states) }),
  ),
  async run(work, page) {
    await requireAlerts(work);
    const judged = sql<boolean>`(c.accepted_at is not null and c.compliance is not null)`;
    const { rows, has_more } = await readConnections(work, page, judged);
    const stored = await work.db
      .selectFrom('connection')
      .select(['id', 'compliance'])
      .where('id', '=', anyOf(rows.map(({ id }) => id)))
      .execute();
    const found = new Map(stored.map(({ id, compliance }) => [id, compliance]));
    const data = rows.flatMap(({ id, abcnumber }) => {
      const compliance = found.get(id);
      return compliance ? [{ connection_id: id, shieldid: abcnumber, compliance: stateOf(compliance) }] : [];
    });
    return { data, has_more };
  },
});
