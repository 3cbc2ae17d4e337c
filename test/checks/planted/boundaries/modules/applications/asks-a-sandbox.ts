import { cra } from '../../sandboxes/cra/index.ts';

export const asked = cra;
