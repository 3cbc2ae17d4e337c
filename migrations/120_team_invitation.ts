import { Migration } from '@mikro-orm/migrations';

/**
 * Invitations to a company's team by email address. At most one is open per address and company. In their sessions,
 * members who do not own their company become BLOCKED, the same as in the company's profile.
 */
export class Migration120TeamInvitation extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table team_invitation (
        id uuid primary key,
        company_id uuid not null constraint team_invitation_company_id_fk references company on delete cascade,
        to_email citext not null,
        role text not null constraint team_invitation_role_check check (role in ('admin', 'viewer')),
        invited_by_account_id uuid not null
          constraint team_invitation_invited_by_account_id_fk references account,
        invited_at timestamptz not null,
        sent_at timestamptz not null,
        expires_at timestamptz not null,
        code_sealed text not null,
        code_hash text not null constraint team_invitation_code_hash_key unique,
        accepted_at timestamptz,
        accepted_by_account_id uuid constraint team_invitation_accepted_by_account_id_fk references account,
        withdrawn_at timestamptz,
        constraint team_invitation_sent_at_check check (sent_at >= invited_at and expires_at > sent_at),
        constraint team_invitation_accepted_check
          check ((accepted_at is null) = (accepted_by_account_id is null) and accepted_at >= invited_at),
        constraint team_invitation_closed_once_check check (num_nonnulls(accepted_at, withdrawn_at) < 2)
      );
      create unique index team_invitation_open_key on team_invitation (company_id, to_email)
        where accepted_at is null and withdrawn_at is null;
      create index team_invitation_to_email_idx on team_invitation (to_email);
      create index team_invitation_invited_by_account_id_idx on team_invitation (invited_by_account_id);
      create index team_invitation_accepted_by_account_id_idx on team_invitation (accepted_by_account_id)
        where accepted_by_account_id is not null;

      update session_facts set enterprise_enabled = 'BLOCKED'
        where team_role in ('admin', 'viewer') and enterprise_enabled = 'YES';
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      update session_facts set enterprise_enabled = 'YES' where enterprise_enabled = 'BLOCKED';
      drop table team_invitation;
    `);
  }
}
