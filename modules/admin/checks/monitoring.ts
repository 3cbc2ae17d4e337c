import { z } from 'zod';
import { activateMonitoringUpdate, endMonitoringOf } from '#modules/applications/index.ts';
import { column, operation, sql, staff, statement, yesNo } from '#modules/platform/index.ts';
import { getSubject, userId } from '../user/subject.ts';

/** The monitoring of a person's score: staff can see it and end it (doc3 §4). */

export const monitoringId = z.object({
  monitoring_id: z.string(),
  first_detected_dts: z.date(),
  last_update_dts: z.date().nullable(),
  is_monitoring_on: yesNo,
  monitoring_disabled_dts: z.date().nullable(),
});

/** The agency's ids, those that are on first. */
export const monitoringIdsOf = statement({
  name: 'admin.list-monitoring-ids',
  row: {
    monitoring_id: column.text,
    first_detected_dts: column.instant,
    last_update_dts: column.instant.nullable(),
    is_monitoring_on: column.boolean,
    monitoring_disabled_dts: column.instant.nullable(),
  },
  sql: (accountId: string) => sql`
    select monitoring_id, first_detected_at as first_detected_dts, last_update_at as last_update_dts,
      disabled_at is null as is_monitoring_on, disabled_at as monitoring_disabled_dts
    from monitored_profile
    where account_id = ${accountId} and monitoring_id is not null
    order by disabled_at is null desc, first_detected_at desc
    limit 100`,
});

const actionKinds = ['on', 'off', 'update'] as const;
const actionStates = [
  'starting',
  'stopping',
  'done',
  'waiting',
  'unchanged',
  'pending',
  'accepted',
  'disputed',
  'superseded',
] as const;

export const monitoringAction = z.object({
  id: z.uuid(),
  dts: z.date(),
  candidate_action: z.enum(actionKinds),
  /** For an update: the score that monitoring brought. */
  monitor_score: z.string().nullable(),
  profilenumber: z.string(),
  action_status: z.enum(actionStates),
  resolved_by: z.string().nullable(),
  resolved_dts: z.date().nullable(),
  /** The newest update of a monitored check, which staff can ask the person to accept. */
  can_activate: yesNo,
});

/** When monitoring began and ended, and what it brought, newest first. */
export const monitoringActionsOf = statement({
  name: 'admin.list-monitoring-actions',
  row: {
    id: column.uuid,
    dts: column.instant,
    candidate_action: column.oneOf(actionKinds),
    monitor_score: column.text.nullable(),
    profilenumber: column.text,
    action_status: column.oneOf(actionStates),
    resolved_by: column.text.nullable(),
    resolved_dts: column.instant.nullable(),
    can_activate: column.boolean,
  },
  sql: (accountId: string) => sql`
    select action.id, action.dts, action.candidate_action, action.monitor_score, placed.profile_number as profilenumber,
      action.action_status, coalesce(staff.firstname || ' ' || staff.lastname, action.decided_by) as resolved_by,
      action.resolved_dts, action.can_activate
    from (
      select id, cra_order_id, created_at as dts, 'on' as candidate_action, null as monitor_score,
        case when state = 'starting' then 'starting' else 'done' end as action_status, null::uuid as staff_id,
        null as decided_by, first_detected_at as resolved_dts, false as can_activate
      from monitored_profile where account_id = ${accountId}
      union all
      select id, cra_order_id, disabled_at, 'off', null,
        case when state = 'stopping' then 'stopping' else 'done' end, disabled_by_account_id,
        case disabled_for when 'withdrawn' then 'The person' when 'agency' then 'The agency' else 'The portal' end,
        disabled_at, false
      from monitored_profile where account_id = ${accountId} and disabled_at is not null
      union all
      select got.id, profile.cra_order_id, got.received_at, 'update', got.score, coalesce(change.state, got.state),
        got.resolved_by_account_id, case when change.state in ('accepted', 'disputed') then 'The person' end,
        coalesce(change.decided_at, got.resolved_at),
        got.state in ('waiting', 'unchanged') and profile.disabled_at is null and not exists (
          select from monitoring_update newer
          where newer.monitored_profile_id = profile.id and newer.received_at > got.received_at)
      from monitoring_update got
      join monitored_profile profile on profile.id = got.monitored_profile_id
      left join score_change change on change.id = got.score_change_id
      where got.account_id = ${accountId}
    ) action
    join cra_order placed on placed.id = action.cra_order_id
    left join account staff on staff.id = action.staff_id
    order by action.dts desc, action.candidate_action desc
    limit 200`,
});

export const getMonitoringActions = operation({
  name: 'admin.get-monitoring-actions',
  summary: 'When the monitoring of a person began and ended, and what it brought.',
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({ actions: z.array(monitoringAction) }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    return { actions: await work.rows(monitoringActionsOf(userid)) };
  },
});

export const removeMonitoringIds = operation({
  name: 'admin.remove-monitoring-ids',
  summary: 'Turns the monitoring of some of a person’s ids off.',
  access: staff,
  kind: 'write',
  input: userId.extend({ monitoringids: z.array(z.string().min(1).max(64)).min(1).max(100) }),
  output: z.object({}),
  async run(work, { userid, monitoringids }) {
    await endMonitoringOf(work, userid, monitoringids);
    return {};
  },
});

export const activateMonitorProfile = operation({
  name: 'admin.activate-monitor-profile',
  summary: 'Has a person accept the newest monitoring update of a check; it suspends sharing and tells them.',
  access: staff,
  kind: 'write',
  input: userId.extend({ profileid: z.string().min(1).max(40) }),
  output: z.object({}),
  async run(work, { userid, profileid }) {
    await activateMonitoringUpdate(work, userid, profileid);
    return {};
  },
});
