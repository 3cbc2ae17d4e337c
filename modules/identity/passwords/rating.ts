import { z } from 'zod';
import { anyone, HOUR, operation } from '#modules/platform/index.ts';
import { identityLimits } from '../limits.ts';
import { passwordStrength } from './passwords.ts';

const [, longest] = identityLimits['password.characters'];
const known = z.string().max(254).default('');

/**
 * Rates a password while it is being chosen, exactly as the form that saves it will (D14): what names its owner does
 * not make it strong.
 */
export const ratePassword = operation({
  name: 'identity.rate-password',
  summary: 'Rates the strength of a new password from 0 to 40.',
  access: anyone,
  kind: 'read',
  input: z.object({
    password: z.string().max(longest),
    emailaddress: known,
    firstname: known,
    lastname: known,
    businessname: known,
  }),
  output: z.object({ points: z.number().int() }),
  throttle: { by: 'address', limit: 240, per: HOUR },
  async run(work, { password, ...typed }) {
    return { points: await passwordStrength(password, work.caller ?? typed, 'rating') };
  },
});
