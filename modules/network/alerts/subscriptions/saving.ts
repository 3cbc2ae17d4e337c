import { z } from 'zod';
import { HOUR, operation } from '#modules/platform/index.ts';
import { Refusal } from '../../refusals.ts';
import { alertReader } from '../access.ts';
import { alertConfigInput } from '../config.ts';
import { changeRule } from '../rule/judging.ts';
import { changeDeliveries } from './choices.ts';
import { lockMember, saveChoices } from './ending.ts';
import { readChoices } from './reading.ts';

/**
 * Saves what the caller is told of by email, and the compliance rule of the company (doc2 §2.12, D130). What is not given
 * stays the same.
 */
export const saveAlertConfig = operation({
  name: 'network.save-alert-config',
  summary: 'Saves which alerts the caller gets by email, and the company’s compliance rule.',
  access: alertReader('admin'),
  kind: 'write',
  input: z.object({ alertconfig: alertConfigInput }),
  output: z.object({}),
  throttle: { by: 'account', limit: 600, per: HOUR },
  async run(work, { alertconfig: { deliveries, includestatuses, ...given } }) {
    const { minscore, maxscore, outofcomp_expired, outofcomp_leftnetwork, outofcomp_removed, ...flags } =
      given;
    const member = await lockMember(work, work.caller.accountId);
    if (member?.companyId !== work.caller.companyId || member.teamRole === 'viewer') {
      throw new Refusal('not-found', { detail: 'left the team or became a viewer at the same time' });
    }
    const wantsMails = [...Object.values(flags), deliveries, includestatuses].some(
      (value) => value !== undefined,
    );
    if (wantsMails) {
      const current = await readChoices(work, member);
      await saveChoices(work, member, {
        deliveries: changeDeliveries(current.deliveries, { ...flags, deliveries }),
        includestatuses: { ...current.includestatuses, ...includestatuses },
      });
    }
    const rule = { minscore, maxscore, outofcomp_expired, outofcomp_leftnetwork, outofcomp_removed };
    if (Object.values(rule).some((value) => value !== undefined)) await changeRule(work, rule);
    return {};
  },
});
