import { Migration } from '@mikro-orm/migrations';

/** Who works on an open dispute or privacy request is the same in the pipeline and on its own page. */
export class Migration238AssignedOnce extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      update pipeline_alert p set assigned_to = d.taken_by_account_id, assigned_at = d.taken_at from dispute d
      where p.alert_type in ('dispute', 'identity_theft_block') and p.event_id = d.id and p.state = 'open'
        and p.assigned_to is null and d.taken_by_account_id is not null;
      update dispute d set taken_by_account_id = p.assigned_to, taken_at = p.assigned_at from pipeline_alert p
      where p.alert_type in ('dispute', 'identity_theft_block') and p.event_id = d.id and p.state = 'open'
        and p.assigned_to is not null and d.taken_by_account_id is distinct from p.assigned_to;
      update pipeline_alert p set assigned_to = r.taken_by_account_id, assigned_at = r.taken_at from privacy_request r
      where p.alert_type = 'privacy_request' and p.event_id = r.id and p.state = 'open'
        and p.assigned_to is null and r.taken_by_account_id is not null;
      update privacy_request r set taken_by_account_id = p.assigned_to, taken_at = p.assigned_at,
        state = case when r.state = 'open' then 'taken' else r.state end
      from pipeline_alert p
      where p.alert_type = 'privacy_request' and p.event_id = r.id and p.state = 'open'
        and p.assigned_to is not null and r.taken_by_account_id is distinct from p.assigned_to;
    `);
  }

  override async down(): Promise<void> {
    // Both ways to say it stay true for the release before.
  }
}
