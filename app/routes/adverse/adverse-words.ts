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

export const evidenceLabels: Record<Case['evidence'][number]['kind'], string> = {
  purpose: 'Purpose confirmed',
  started: 'First notice made',
  delivered: 'First notice sent',
  undelivered: 'Notice could not be sent by email',
  posted: 'Paper notice posted',
  opened: 'Notice opened',
  'report-opened': 'Report opened',
  paused: 'Paused',
  resumed: 'Went on',
  corrected: 'Started again after a correction',
  final: 'Decided',
  'final-delivered': 'Final notice sent',
  'final-undelivered': 'Final notice could not be sent by email',
  withdrawn: 'Withdrawn',
  'withdrawal-delivered': 'Withdrawal sent',
  'withdrawal-undelivered': 'Withdrawal could not be sent by email',
  lapsed: 'Lapsed',
};
