import type { Back } from './cycle-of-types-back.ts';

export interface Forth {
  back?: Back;
}
