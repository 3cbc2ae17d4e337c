import { Migration } from '@mikro-orm/migrations';

/** Whom a company sees only through ShieldLink is judged by its rule as well, without exceptions and alerts. */
export class Migration244ShieldlinkCompliance extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      update connection c set compliance = case
          when c.score is null then 'HIDDEN'
          when coalesce(rule.outofcomp_expired, true)
            and (c.expiration + time '11:00') at time zone 'UTC' <= now() then 'EXPIRED'
          when c.score_rank between coalesce(rule.minscore, 0) and coalesce(rule.maxscore, 4) then 'IN'
          else 'SCORE' end
        from company co left join alert_rule rule on rule.company_id = co.id
        where co.id = c.owner_company_id and c.connection_type = 'EXTENDED' and c.removed_at is null;
      alter table connection validate constraint connection_judged_check;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update connection set compliance = null, under_review = false
        where connection_type = 'EXTENDED' and removed_at is null;
      alter table connection drop constraint connection_judged_check;
      alter table connection add constraint connection_judged_check check (compliance is null
        or (owner_company_id is not null and connection_type <> 'FULLNETWORK' and accepted_at is not null
          and removed_at is null)) not valid;
    `);
  }
}
