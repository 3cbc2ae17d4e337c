import { cra } from '../../sandboxes/cra/index.ts';

export const seen = cra;
