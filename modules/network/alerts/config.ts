import { z } from 'zod';
import { yesNo } from '#modules/platform/index.ts';

/** What a company set for its alerts (doc2 §3). */
export const alertConfig = z.object({
  minscore: z.number().int(),
  maxscore: z.number().int(),
  outofcomp_expired: yesNo,
  outofcomp_leftnetwork: yesNo,
  outofcomp_removed: yesNo,
});
