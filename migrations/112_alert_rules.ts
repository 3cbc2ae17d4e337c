import { Migration } from '@mikro-orm/migrations';

/** Which people in its network a company counts as compliant. A company without a row has the portal's defaults. */
export class Migration112AlertRules extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table alert_rule (
        company_id uuid primary key constraint alert_rule_company_id_fk references company,
        minscore smallint not null,
        maxscore smallint not null,
        outofcomp_expired boolean not null,
        outofcomp_leftnetwork boolean not null,
        outofcomp_removed boolean not null,
        changed_at timestamptz not null,
        constraint alert_rule_scores_check check (minscore between 0 and maxscore and maxscore <= 4)
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table alert_rule;');
  }
}
