import type { TeamRole } from '#modules/platform/index.ts';
import {
  type AlertDelivery,
  type AlertType,
  alertTypes,
  type SubscriptionType,
  subscriptionTypes,
} from '../../fields.ts';
import type { ConnectionStatus } from '../../statuses.ts';

/** What a member of a team chose for each type (D130). */
export type Deliveries = Record<SubscriptionType, AlertDelivery>;

/** Of which statuses of a connection a member is told. A type without a list is told of in every status. */
export type IncludeStatuses = Partial<Record<AlertType, ConnectionStatus[]>>;

export interface Choices {
  deliveries: Deliveries;
  includestatuses: IncludeStatuses;
}

/** What the owner of a company gets at once until they choose (D130). All else is in the summary. */
export const ownersAtOnce: readonly SubscriptionType[] = ['scorechange', 'expired', 'out_compliance'];

const forEachType = (delivery: (type: SubscriptionType) => AlertDelivery): Deliveries =>
  Object.fromEntries(subscriptionTypes.map((type) => [type, delivery(type)])) as Deliveries;

const defaults: Record<TeamRole, Deliveries> = {
  owner: forEachType((type) => (ownersAtOnce.includes(type) ? 'ATONCE' : 'SUMMARY')),
  admin: forEachType(() => 'SUMMARY'),
  viewer: forEachType(() => 'NO'),
};

/** What a member gets who has chosen nothing (D130). */
export const defaultsOf = (role: TeamRole): Deliveries => ({ ...defaults[role] });

/** The flags of the documents, each with the types that it turns on and off (doc2 §3). */
const flagTypes = {
  network_invites: ['network_invites'],
  expirations: ['expiressoon', 'expired'],
  new: ['new'],
  purchase: ['purchase'],
  left_network: ['leftnetwork', 'removeduser'],
  scorechange: ['scorechange'],
  out_compliance: ['out_compliance'],
} as const satisfies Record<string, readonly SubscriptionType[]>;
type Flag = keyof typeof flagTypes;
const flags = Object.keys(flagTypes) as Flag[];

export type Flags = Record<Flag | 'daily_summary', boolean>;

/** A flag is on if one of its types is told at once; `daily_summary` if one is in the summary. */
export function flagsOf(deliveries: Deliveries): Flags {
  const on = flags.map((flag) => [flag, flagTypes[flag].some((type) => deliveries[type] === 'ATONCE')]);
  return { ...Object.fromEntries(on), daily_summary: Object.values(deliveries).includes('SUMMARY') } as Flags;
}

/**
 * What is chosen after a change. A flag that says what is so already changes nothing, so that a configuration can be sent
 * back as it was read. What is no longer told at once is in the summary, if the member gets one. Deliveries that are
 * given prevail over the flags.
 */
export function changeDeliveries(
  current: Deliveries,
  given: { [F in keyof Flags]?: boolean | undefined } & {
    deliveries?: Partial<Deliveries> | undefined;
  },
): Deliveries {
  const before = flagsOf(current);
  const next = { ...current };
  const summary = given.daily_summary ?? before.daily_summary;
  if (summary !== before.daily_summary) {
    for (const type of subscriptionTypes) {
      if (next[type] !== 'ATONCE') next[type] = summary ? 'SUMMARY' : 'NO';
    }
  }
  for (const flag of flags) {
    const on = given[flag];
    if (on === undefined || on === before[flag]) continue;
    for (const type of flagTypes[flag]) {
      if (on) next[type] = 'ATONCE';
      else if (next[type] === 'ATONCE') next[type] = summary ? 'SUMMARY' : 'NO';
    }
  }
  return { ...next, ...given.deliveries };
}

export const hasStatuses = (type: SubscriptionType): type is AlertType =>
  alertTypes.some((each) => each === type);
