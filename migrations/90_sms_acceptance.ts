import { Migration } from '@mikro-orm/migrations';

/** Invitations that are accepted by text message, and the numbers that do not want text messages. */
export class Migration90SmsAcceptance extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table sms_acceptance (
        connection_id uuid not null constraint sms_acceptance_connection_id_fk references connection,
        state text not null default 'number',
        mobile text,
        tries integer not null default 0,
        last_tried_at timestamptz not null,
        sends integer not null default 0,
        sends_since timestamptz,
        sending integer not null default 0,
        code_hash text,
        code_expires_at timestamptz,
        waiting_until timestamptz,
        opted_out boolean not null default false,
        constraint sms_acceptance_pkey primary key (connection_id),
        constraint sms_acceptance_state_check
          check (state in ('number', 'code', 'waiting', 'accepted', 'declined', 'unanswered')),
        constraint sms_acceptance_mobile_check check (mobile ~ '^[0-9]{10}$'),
        constraint sms_acceptance_number_proven_check check ((state in ('code', 'waiting')) = (mobile is not null)),
        constraint sms_acceptance_tries_check check (tries between 0 and 5),
        constraint sms_acceptance_sends_check
          check (sends between 0 and 3 and sending >= sends and (sends = 0 or sends_since is not null)),
        constraint sms_acceptance_code_check
          check (num_nulls(code_hash, code_expires_at) in (0, 2) and (code_hash is null or state = 'code')),
        constraint sms_acceptance_waiting_check check ((state = 'waiting') = (waiting_until is not null)),
        constraint sms_acceptance_opted_out_check check (not opted_out or state = 'unanswered')
      );
      -- An answer by text names no invitation: one number has one question to answer at a time.
      create unique index sms_acceptance_waiting_key on sms_acceptance (mobile) where state = 'waiting';
      create index sms_acceptance_mobile_idx on sms_acceptance (mobile) where mobile is not null;

      create table sms_opt_out (
        mobile text not null,
        opted_out_at timestamptz not null,
        constraint sms_opt_out_pkey primary key (mobile),
        constraint sms_opt_out_mobile_check check (mobile ~ '^[0-9]{10}$')
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table sms_opt_out; drop table sms_acceptance;');
  }
}
