import { Migration } from '@mikro-orm/migrations';

/** Expiration dates that staff changed (D71). */
export class Migration61ExpirationChanges extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create unique index shield_score_account_id_key on shield_score (id, account_id);
      create table expiration_change (
        id uuid primary key,
        account_id uuid not null,
        shield_score_id uuid not null,
        from_expiration date not null,
        to_expiration date not null,
        note_sealed text,
        changed_at timestamptz not null,
        changed_by_account_id uuid not null constraint expiration_change_changed_by_account_id_fk references account,
        constraint expiration_change_shield_score_id_fk
          foreign key (shield_score_id, account_id) references shield_score (id, account_id),
        constraint expiration_change_to_expiration_check check (
          to_expiration > (changed_at at time zone 'UTC')::date + 30
          and to_expiration < (changed_at at time zone 'UTC')::date + 365)
      );
      create index expiration_change_account_id_idx on expiration_change (account_id, changed_at);
      create index expiration_change_shield_score_id_idx on expiration_change (shield_score_id, account_id);
      create index expiration_change_changed_by_account_id_idx on expiration_change (changed_by_account_id);
      create trigger expiration_change_keeps before update or delete on expiration_change
        for each row execute function applications_refuse_change();
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table expiration_change; drop index shield_score_account_id_key;');
  }
}
