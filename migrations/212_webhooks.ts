import { Migration } from '@mikro-orm/migrations';

/** Addresses of companies that are told what happens in their networks, and what was sent to each (D136). */
export class Migration212Webhooks extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table webhook_endpoint (
        id uuid primary key,
        company_id uuid not null constraint webhook_endpoint_company_id_fk references company,
        address text not null constraint webhook_endpoint_address_check check (address ~ '^https?://'),
        events text[] not null constraint webhook_endpoint_events_check check (
          cardinality(events) > 0 and events <@ array['connection.accepted', 'connection.status_changed',
            'connection.removed', 'score.changed', 'alert.created', 'invitation.delivered', 'invitation.bounced',
            'adverse_action.updated', 'bulk.finished']),
        secret_sealed text not null constraint webhook_endpoint_secret_sealed_sealed check (is_sealed(secret_sealed)),
        secret_last_four text not null,
        secret_made_at timestamptz not null,
        former_secret_sealed text
          constraint webhook_endpoint_former_secret_sealed_sealed check (is_sealed(former_secret_sealed)),
        former_secret_until timestamptz,
        made_by_account_id uuid not null constraint webhook_endpoint_made_by_account_id_fk references account,
        made_at timestamptz not null,
        failing_since timestamptz,
        off_since timestamptz,
        off_because text constraint webhook_endpoint_off_because_check check (off_because in ('failures', 'gone')),
        sending_by text,
        sending_until timestamptz,
        constraint webhook_endpoint_former_secret_check
          check ((former_secret_sealed is null) = (former_secret_until is null)),
        constraint webhook_endpoint_off_check check ((off_since is null) = (off_because is null)),
        constraint webhook_endpoint_sending_check check ((sending_by is null) = (sending_until is null))
      );
      create unique index webhook_endpoint_address_key on webhook_endpoint (company_id, address);
      create index webhook_endpoint_former_secret_until_idx on webhook_endpoint (former_secret_until)
        where former_secret_until is not null;
      create index webhook_endpoint_made_by_account_id_idx on webhook_endpoint (made_by_account_id);

      create table webhook_delivery (
        id uuid primary key,
        endpoint_id uuid not null
          constraint webhook_delivery_endpoint_id_fk references webhook_endpoint on delete cascade,
        event_id uuid not null,
        event_type text not null,
        body text not null,
        created_at timestamptz not null,
        state text not null
          constraint webhook_delivery_state_check check (state in ('waiting', 'delivered', 'failed')),
        tries integer not null default 0 constraint webhook_delivery_tries_check check (tries >= 0),
        next_try_at timestamptz,
        last_try_at timestamptz,
        signature text,
        answer_status integer,
        answer_ms integer,
        answer_body text constraint webhook_delivery_answer_body_check check (octet_length(answer_body) <= 4096),
        failure text,
        constraint webhook_delivery_next_try_check check ((state = 'waiting') = (next_try_at is not null)),
        constraint webhook_delivery_last_try_check check (last_try_at is not null or (answer_status is null
          and answer_ms is null and answer_body is null)),
        constraint webhook_delivery_event_key unique (endpoint_id, event_id)
      );
      create index webhook_delivery_due_idx on webhook_delivery (next_try_at) where state = 'waiting';
      create index webhook_delivery_waiting_idx on webhook_delivery (endpoint_id, next_try_at) where state = 'waiting';
      create index webhook_delivery_failed_idx on webhook_delivery (endpoint_id, created_at, event_id, id) where state = 'failed';
      create index webhook_delivery_endpoint_id_idx on webhook_delivery (endpoint_id, created_at, event_id, id);
      create index webhook_delivery_created_at_idx on webhook_delivery (created_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table webhook_delivery; drop table webhook_endpoint;');
  }
}
