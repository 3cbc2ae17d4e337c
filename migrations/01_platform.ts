import { Migration } from '@mikro-orm/migrations';

/**
 * Extensions, settings, person keys, the audit log, the outbox, throttles, webhook events, and heartbeats of workers.
 */
export class Migration01Platform extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create extension if not exists citext;
      create extension if not exists pg_trgm;
      create extension if not exists btree_gist;
      create extension if not exists unaccent;
      create extension if not exists pgcrypto;

      create table setting (
        key text primary key,
        value jsonb not null,
        updated_at timestamptz not null
      );

      create table person_key (
        person_id uuid primary key,
        wrapped text,
        created_at timestamptz not null,
        erased_at timestamptz,
        constraint person_key_erased_check check ((wrapped is null) = (erased_at is not null))
      );

      create table outbox_message (
        id uuid primary key,
        channel text not null,
        recipient text not null,
        subject text,
        body_text text not null,
        body_html text,
        links jsonb not null default '[]',
        code text,
        message_id text,
        created_at timestamptz not null,
        constraint outbox_message_channel_check check (channel in ('mail', 'sms'))
      );
      create index outbox_message_recipient_idx on outbox_message (recipient, id desc);

      create table throttle (
        key_hash bytea primary key,
        window_start timestamptz not null,
        hits int not null,
        previous_hits int not null,
        allowed boolean not null,
        expires_at timestamptz not null,
        constraint throttle_hits_check check (hits >= 0 and previous_hits >= 0)
      ) with (fillfactor = 70);
      create index throttle_expires_at_idx on throttle (expires_at);

      create table hook_event (
        provider text not null,
        event_id text not null,
        received_at timestamptz not null,
        body jsonb,
        handled_at timestamptz,
        primary key (provider, event_id),
        constraint hook_event_event_id_check check (length(event_id) >= 1 and length(event_id) <= 255)
      );
      create index hook_event_handled_at_idx on hook_event (handled_at);

      create table worker_heartbeat (
        worker_id text primary key,
        host text not null,
        process_id int not null,
        started_at timestamptz not null,
        seen_at timestamptz not null
      );

      create table job_interruption (
        job_id bigint primary key,
        times int not null,
        last_at timestamptz not null,
        constraint job_interruption_times_check check (times >= 1)
      );
    `);

    this.addSql(`
      create table audit_entry (
        id uuid primary key,
        at timestamptz not null,
        operation text not null,
        action text not null,
        actor_id uuid,
        admin_id uuid,
        about_id uuid,
        object_type text,
        object_id text,
        session_id uuid,
        request_id text,
        address text,
        agent text,
        detail jsonb,
        detail_sealed text,
        constraint audit_entry_object_check check ((object_type is null) = (object_id is null)),
        constraint audit_entry_detail_check check (detail is null or about_id is null),
        constraint audit_entry_detail_sealed_check check (detail_sealed is null or about_id is not null)
      );
      create index audit_entry_at_idx on audit_entry (at desc, id desc);
      create index audit_entry_about_id_idx on audit_entry (about_id, at desc, id desc) where about_id is not null;
      create index audit_entry_actor_id_idx on audit_entry (actor_id, at desc, id desc) where actor_id is not null;
      create index audit_entry_object_idx on audit_entry (object_type, object_id, at desc, id desc) where object_id is not null;

      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
      end $$;
      create trigger audit_entry_append_only before update or delete on audit_entry
        for each row execute function refuse_change();
      create trigger audit_entry_no_truncate before truncate on audit_entry
        for each statement execute function refuse_change();
      alter table audit_entry enable always trigger audit_entry_append_only;
      alter table audit_entry enable always trigger audit_entry_no_truncate;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table audit_entry;
      drop function refuse_change();
      drop table job_interruption, worker_heartbeat, hook_event, throttle, outbox_message, person_key, setting;
    `);
  }
}
