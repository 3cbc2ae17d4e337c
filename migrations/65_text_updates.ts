import { Migration } from '@mikro-orm/migrations';

/** The consent to text messages about an application's progress, and the messages that were sent (D93). */
export class Migration65TextUpdates extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table text_consent (
        id uuid primary key,
        account_id uuid not null constraint text_consent_account_id_fk references account,
        mobile text not null,
        words text not null,
        given_at timestamptz not null,
        address text not null,
        agent text not null,
        withdrawn_at timestamptz,
        withdrawn_by text,
        withdrawn_address text,
        withdrawn_agent text,
        constraint text_consent_mobile_check check (mobile ~ '^([0-9]{10})?$'),
        constraint text_consent_words_check check (words <> ''),
        constraint text_consent_withdrawn_check check (withdrawn_at >= given_at
          and num_nulls(withdrawn_at, withdrawn_by, withdrawn_address, withdrawn_agent) in (0, 4)),
        constraint text_consent_withdrawn_by_check check (withdrawn_by in ('switch', 'stop', 'other-number'))
      );
      create unique index text_consent_given_key on text_consent (account_id) where withdrawn_at is null;
      create index text_consent_account_id_idx on text_consent (account_id, given_at);
      create index text_consent_mobile_idx on text_consent (mobile) where withdrawn_at is null;
      create trigger text_consent_keeps
        before delete or update of id, account_id, words, given_at, address, agent on text_consent
        for each row execute function applications_refuse_change();
      create trigger text_consent_stays_withdrawn
        before update of withdrawn_at, withdrawn_by, withdrawn_address, withdrawn_agent on text_consent
        for each row when (old.withdrawn_at is not null) execute function monitoring_consent_stays_withdrawn();

      -- One of each kind, so four texts at most for an application.
      create table application_text (
        application_id uuid not null constraint application_text_application_id_fk references application,
        kind text not null,
        job_id text not null,
        begun_at timestamptz not null,
        ended_at timestamptz,
        constraint application_text_pkey primary key (application_id, kind),
        constraint application_text_kind_check check (kind in ('submitted', 'action', 'delayed', 'ready')),
        constraint application_text_ended_check check (ended_at >= begun_at)
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table application_text; drop table text_consent;');
  }
}
