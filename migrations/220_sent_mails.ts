import { Migration } from '@mikro-orm/migrations';

/**
 * What a person got by mail: one row for each mail to the address of an account, with its subject and address under the
 * person's own key, and what became of it.
 */
export class Migration220SentMails extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table sent_mail (
        id uuid constraint sent_mail_pkey primary key,
        account_id uuid not null constraint sent_mail_account_id_fk references account (id),
        kind text not null,
        message_id text not null,
        subject_sealed text,
        address_sealed text,
        state text not null,
        sent_at timestamptz not null,
        progressed_at timestamptz,
        constraint sent_mail_message_key unique (account_id, message_id),
        constraint sent_mail_kind_check check (kind <> ''),
        constraint sent_mail_state_check check (state in ('sending', 'sent', 'delayed', 'delivered', 'failed',
          'bounced', 'suppressed')),
        constraint sent_mail_subject_sealed_sealed check (is_sealed_for_person(subject_sealed)),
        constraint sent_mail_address_sealed_sealed check (is_sealed_for_person(address_sealed))
      );
      create index sent_mail_account_id_idx on sent_mail (account_id, sent_at desc, id desc);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table sent_mail;');
  }
}
