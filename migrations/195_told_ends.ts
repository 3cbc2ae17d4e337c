import { Migration } from '@mikro-orm/migrations';

/** Adds a move to the trigger of application statuses, whatever other moves it allows. */
const changeMoves = (from: string, to: string) => `
      do $$ begin
        execute replace(pg_get_functiondef('guard_application_status'::regproc), $move$${from}$move$, $move$${to}$move$);
      end $$;`;

const accepted = `('newrequiresapproval', 'done')`;
const canceled = `${accepted}, ('newrequiresapproval', 'cancelled')`;

/**
 * A request that is closed without an answer says why; a deletion says what it waits for; an erased account is marked
 * as such and is never used again; and each audit entry keeps for which company its actor acted.
 */
export class Migration195ToldEnds extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table privacy_request
        add column waits_for text,
        add column waits_until timestamptz,
        add constraint privacy_request_waits_check check (
          waits_for is null or (kind = 'deletion' and state <> 'closed'
            and waits_for in ('chargeback', 'refund', 'dispute', 'check', 'company', 'result', 'application'))),
        add constraint privacy_request_waits_until_check check (waits_until is null or waits_for is not null);
      -- Requests that were dismissed before have no reason. The text of an erased person is gone.
      alter table privacy_request add constraint privacy_request_dismissed_check
        check (outcome is distinct from 'dismissed' or answer_sealed is not null or emailaddress = '') not valid;

      alter table account add column erased_at timestamptz;
      update account set erased_at = closed_at from privacy_request request
        where request.account_id = account.id and request.outcome = 'erased';
      alter table account add constraint account_erased_check check (erased_at is null or not active);
      create index account_erased_at_idx on account (erased_at) where erased_at is not null;
      insert into person_key (person_id, wrapped, created_at, erased_at)
        select id, null, erased_at, erased_at from account where erased_at is not null
        on conflict do nothing;

      alter table audit_entry add column company_id uuid;
      ${changeMoves(accepted, canceled)}
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      ${changeMoves(canceled, accepted)}
      alter table audit_entry drop column company_id;
      alter table account drop constraint account_erased_check, drop column erased_at;
      alter table privacy_request drop constraint privacy_request_dismissed_check,
        drop constraint privacy_request_waits_until_check, drop constraint privacy_request_waits_check,
        drop column waits_until, drop column waits_for;
    `);
  }
}
