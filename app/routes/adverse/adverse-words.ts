import type { getAdverseAction, listAdverseActions } from '#modules/network/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';

/** How adverse actions are written on pages. */

export type Case = OutputOf<typeof getAdverseAction>['adverse'];
export type Listed = OutputOf<typeof listAdverseActions>['actions'][number];
type State = Case['state'];

type Tone = 'ok' | 'warn' | 'bad' | 'info';

export const stateTones: Partial<Record<State, Tone>> = {
  sending: 'info',
  undelivered: 'warn',
  waiting: 'info',
  paused: 'warn',
  ready: 'ok',
};

export const isOpen = (state: State): boolean => !['final', 'withdrawn', 'lapsed'].includes(state);
