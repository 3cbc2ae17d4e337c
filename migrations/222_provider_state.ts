import { Migration } from '@mikro-orm/migrations';

/** What the processes know together about each outside service: whether it answers, and how often it failed. */
export class Migration222ProviderState extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table provider_state (
        provider text constraint provider_state_pkey primary key,
        open_since timestamptz,
        next_try_at timestamptz,
        last_answer_at timestamptz,
        last_answer_ms integer constraint provider_state_last_answer_ms_check check (last_answer_ms >= 0),
        last_failure_at timestamptz,
        last_failure text,
        constraint provider_state_provider_check check (provider in
          ('mail', 'texts', 'payments', 'agency', 'verification', 'addresses', 'storage')),
        constraint provider_state_open_check check ((open_since is null) = (next_try_at is null)),
        constraint provider_state_failure_check check ((last_failure_at is null) = (last_failure is null))
      );
      create table provider_hour (
        provider text not null,
        hour timestamptz not null,
        calls integer not null constraint provider_hour_calls_check check (calls > 0),
        failures integer not null constraint provider_hour_failures_check check (failures between 0 and calls),
        milliseconds bigint not null constraint provider_hour_milliseconds_check check (milliseconds >= 0),
        constraint provider_hour_pkey primary key (provider, hour)
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table provider_hour; drop table provider_state;');
  }
}
