import { Migration } from '@mikro-orm/migrations';

/** What a person typed into a form whose session had ended, until they have signed in again. */
export class Migration196KeptTexts extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table kept_text (
        id uuid primary key,
        account_id uuid not null constraint kept_text_account_id_fk references account on delete cascade,
        page text not null constraint kept_text_page_check check (page ~ '^/' and length(page) <= 300),
        form text not null constraint kept_text_form_check check (length(form) between 1 and 100),
        values_sealed text not null constraint kept_text_values_sealed_sealed check (is_sealed(values_sealed)),
        kept_at timestamptz not null,
        constraint kept_text_form_key unique (account_id, page, form)
      );
      create index kept_text_kept_at_idx on kept_text (kept_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table kept_text;');
  }
}
