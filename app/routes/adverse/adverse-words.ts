import type { getAdverseAction, listAdverseActions } from '#modules/network/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';

/** How adverse actions are written on pages. */

export type Case = OutputOf<typeof getAdverseAction>['adverse'];
export type Listed = OutputOf<typeof listAdverseActions>['actions'][number];
type State = Case['state'];

export interface Look {
  label: string;
  tone?: 'ok' | 'warn' | 'bad' | 'info';
}

export const stateLooks: Record<State, Look> = {
  sending: { label: 'Sending', tone: 'info' },
  undelivered: { label: 'To be posted', tone: 'warn' },
  waiting: { label: 'Waiting', tone: 'info' },
  paused: { label: 'Paused by a dispute', tone: 'warn' },
  ready: { label: 'Ready to decide', tone: 'ok' },
  final: { label: 'Decided' },
  withdrawn: { label: 'Withdrawn' },
  lapsed: { label: 'Lapsed' },
};

export const isOpen = (state: State): boolean => !['final', 'withdrawn', 'lapsed'].includes(state);
