import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Grade } from '#modules/platform/browser.ts';

/** The tables of monitoring: the person's consent, what is monitored, and what the agency has reported since. */

/** Who ended a consent. */
export const consentEnds = ['person', 'staff', 'agency'] as const;
export type ConsentEnd = (typeof consentEnds)[number];

/** A consent to monitoring, in the words in which it was asked for and given; a withdrawal ends it (D40). */
const MonitoringConsentSchema = defineEntity({
  name: 'MonitoringConsent',
  tableName: 'monitoring_consent',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** What the person read and agreed to. */
    words: p.text(),
    givenAt: p.datetime(),
    address: p.text(),
    agent: p.text(),
    withdrawnAt: p.datetime().nullable(),
    /** The agency and staff turn monitoring off, which ends the consent too (D147). */
    withdrawnBy: p.text().$type<ConsentEnd>().nullable(),
    /** Null unless the person did it. */
    withdrawnAddress: p.text().nullable(),
    withdrawnAgent: p.text().nullable(),
  },
});
export class MonitoringConsent extends MonitoringConsentSchema.class {}
MonitoringConsentSchema.setClass(MonitoringConsent);

export const monitoredStates = ['starting', 'on', 'stopping', 'off'] as const;
export type MonitoredState = (typeof monitoredStates)[number];

/**
 * Why monitoring ended: the consent, the score's expiration, a newer check, staff, the agency, or the move of the check
 * to another account.
 */
export const monitoringEnds = ['withdrawn', 'expired', 'renewed', 'staff', 'agency', 'moved'] as const;
export type MonitoringEnd = (typeof monitoringEnds)[number];

/** A check that the agency monitors or monitored (doc3 §3, monitoring id). */
const MonitoredProfileSchema = defineEntity({
  name: 'MonitoredProfile',
  tableName: 'monitored_profile',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    applicationId: p.uuid(),
    craOrderId: p.uuid(),
    state: p.text().$type<MonitoredState>().default('starting'),
    /** The agency's id; null until it has answered. */
    monitoringId: p.text().nullable(),
    createdAt: p.datetime(),
    firstDetectedAt: p.datetime().nullable(),
    /** When the agency made its newest update. */
    lastUpdateAt: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    disabledFor: p.text().$type<MonitoringEnd>().nullable(),
    disabledByAccountId: p.uuid().nullable(),
  },
});
export class MonitoredProfile extends MonitoredProfileSchema.class {}
MonitoredProfileSchema.setClass(MonitoredProfile);

/** Waiting: the check cannot take it at the moment. Unchanged: it brought the score that the person already has. */
export const monitoringUpdateStates = ['waiting', 'unchanged', 'proposed', 'superseded'] as const;
export type MonitoringUpdateState = (typeof monitoringUpdateStates)[number];

/** A score that monitoring brought. */
const MonitoringUpdateSchema = defineEntity({
  name: 'MonitoringUpdate',
  tableName: 'monitoring_update',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    monitoredProfileId: p.uuid(),
    score: p.text().$type<Grade>(),
    /** JSON, encrypted. */
    findings: p.text(),
    /** The storage key of the encrypted report, and the SHA-256 of the PDF in hex. */
    reportKey: p.text(),
    reportHash: p.text(),
    receivedAt: p.datetime(),
    state: p.text().$type<MonitoringUpdateState>(),
    /** The score that the person is asked to accept. */
    scoreChangeId: p.uuid().nullable(),
    resolvedAt: p.datetime().nullable(),
    /** The member of staff who had the person accept it. */
    resolvedByAccountId: p.uuid().nullable(),
  },
});
export class MonitoringUpdate extends MonitoringUpdateSchema.class {}
MonitoringUpdateSchema.setClass(MonitoringUpdate);

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      typeof MonitoringConsentSchema | typeof MonitoredProfileSchema | typeof MonitoringUpdateSchema
    > {}
}
