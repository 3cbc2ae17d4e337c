import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { Grade } from '#modules/platform/index.ts';
import type { AlertType, AlertDelivery as Delivery, SubscriptionType } from '../fields.ts';
import type { ConnectionStatus } from '../statuses.ts';

/** The tables of alerts. */

/** What a company was told about a person in its network, as things were then. */
const NetworkAlertSchema = defineEntity({
  name: 'NetworkAlert',
  tableName: 'network_alert',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    connectionId: p.uuid(),
    accountId: p.uuid(),
    alertType: p.text().$type<AlertType>(),
    at: p.datetime(),
    /** The score that the company saw; null if it saw none. */
    scoreId: p.uuid().nullable(),
    score: p.text().$type<Grade>().nullable(),
    /** For a change: the score that the company saw before. */
    previousScore: p.text().$type<Grade>().nullable(),
    expiration: p.date().nullable(),
    firstname: p.text(),
    lastname: p.text(),
    businessname: p.text(),
    sortName: p.text(),
  },
});
class NetworkAlert extends NetworkAlertSchema.class {}
NetworkAlertSchema.setClass(NetworkAlert);

/** The moment up to which a member of a team has read the alerts of the company. */
const AlertReaderSchema = defineEntity({
  name: 'AlertReader',
  tableName: 'alert_reader',
  properties: { accountId: p.uuid().primary(), companyId: p.uuid().primary(), readUntil: p.datetime() },
});
class AlertReader extends AlertReaderSchema.class {}
AlertReaderSchema.setClass(AlertReader);

/** The rules for which people of its network a company counts as compliant. */
const AlertRuleSchema = defineEntity({
  name: 'AlertRule',
  tableName: 'alert_rule',
  properties: {
    companyId: p.uuid().primary(),
    /** Scores are numbered from 0 for IC01+ to 4 for IC04 (D3). */
    minscore: p.smallint(),
    maxscore: p.smallint(),
    outofcompExpired: p.boolean(),
    outofcompLeftnetwork: p.boolean(),
    outofcompRemoved: p.boolean(),
    changedAt: p.datetime(),
  },
});
class AlertRule extends AlertRuleSchema.class {}
AlertRuleSchema.setClass(AlertRule);

/** Each time a rule was saved. */
const AlertRuleSavingSchema = defineEntity({
  name: 'AlertRuleSaving',
  tableName: 'alert_rule_saving',
  properties: {
    id: p.uuid().primary(),
    companyId: p.uuid(),
    minscore: p.smallint(),
    maxscore: p.smallint(),
    outofcompExpired: p.boolean(),
    outofcompLeftnetwork: p.boolean(),
    outofcompRemoved: p.boolean(),
    /** How many people were out by it when it was saved. */
    peopleOut: p.integer(),
    savedByAccountId: p.uuid(),
    savedAt: p.datetime(),
  },
});
class AlertRuleSaving extends AlertRuleSavingSchema.class {}
AlertRuleSavingSchema.setClass(AlertRuleSaving);

/** A person whom a company counts as in compliance until an end, although its rule says out (D131). */
const ComplianceExceptionSchema = defineEntity({
  name: 'ComplianceException',
  tableName: 'compliance_exception',
  properties: {
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    companyId: p.uuid(),
    /** The person whom it is about. */
    accountId: p.uuid(),
    reasonSealed: p.text(),
    madeByAccountId: p.uuid(),
    madeAt: p.datetime(),
    /** The last day on which it holds, in the time zone that the company had when it was made. */
    lastDate: p.date(),
    /** When that day is over. */
    endsAt: p.datetime(),
    /** Null if it ended on its day. */
    endedByAccountId: p.uuid().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
class ComplianceException extends ComplianceExceptionSchema.class {}
ComplianceExceptionSchema.setClass(ComplianceException);

/** What a member of a team chose for one type of alert (D130). Without rows, the member has the defaults. */
const AlertSubscriptionSchema = defineEntity({
  name: 'AlertSubscription',
  tableName: 'alert_subscription',
  properties: {
    accountId: p.uuid().primary(),
    companyId: p.uuid().primary(),
    subscriptionType: p.text().$type<SubscriptionType>().primary(),
    delivery: p.text().$type<Delivery>(),
    /** Of which statuses of the connection the member is told; null for all. */
    includeStatuses: p.array<ConnectionStatus>().nullable(),
    savedAt: p.datetime(),
  },
});
class AlertSubscription extends AlertSubscriptionSchema.class {}
AlertSubscriptionSchema.setClass(AlertSubscription);

/** A mail with alerts to one member of a team. */
const AlertMailSchema = defineEntity({
  name: 'AlertMail',
  tableName: 'alert_mail',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    companyId: p.uuid(),
    /** The company's local date of a daily summary; null for alerts that are told at once. */
    summaryDate: p.date().nullable(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** It was not sent, because nothing of it was true any more or the member does not get it. */
    withheldAt: p.datetime().nullable(),
  },
});
class AlertMail extends AlertMailSchema.class {}
AlertMailSchema.setClass(AlertMail);

/** One thing that one member of a team is told by email, once. */
const AlertDeliverySchema = defineEntity({
  name: 'AlertDelivery',
  tableName: 'alert_delivery',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    companyId: p.uuid(),
    connectionId: p.uuid(),
    subscriptionType: p.text().$type<SubscriptionType>(),
    /** The alert, the event of the connection, or the purchase that is told. */
    causeId: p.uuid(),
    at: p.datetime(),
    atOnce: p.boolean(),
    /** Null until it is put into a mail. */
    mailId: p.uuid().nullable(),
    /** The saving of a rule that caused it. One mail tells all that it caused. */
    ruleSavingId: p.uuid().nullable(),
  },
});
class AlertDelivery extends AlertDeliverySchema.class {}
AlertDeliverySchema.setClass(AlertDelivery);

export const alertEntities = [
  NetworkAlert,
  AlertReader,
  AlertRule,
  AlertRuleSaving,
  ComplianceException,
  AlertSubscription,
  AlertMail,
  AlertDelivery,
];

declare module '#modules/platform/index.ts' {
  interface Tables
    extends InferKyselyDB<
      | typeof NetworkAlertSchema
      | typeof AlertReaderSchema
      | typeof AlertRuleSchema
      | typeof AlertRuleSavingSchema
      | typeof ComplianceExceptionSchema
      | typeof AlertSubscriptionSchema
      | typeof AlertMailSchema
      | typeof AlertDeliverySchema
    > {}
}
