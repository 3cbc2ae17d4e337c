import { Migration } from '@mikro-orm/migrations';

/**
 * Clears what the owner could see of the person, so that nobody can read, sort or filter by it after the connection is
 * removed.
 */
const hidden = `status = 'DISABLED', status_until = null, shieldid = null, score = null, score_rank = 9, expiration = null,
  legal_firstname = null, legal_lastname = null, search_text = '', told_stage = null, told_score = null,
  told_expiration = null`;

/**
 * A removed connection keeps only the name that its owner last saw and nothing else of the person, whoever removes it
 * and whatever is written to it later. The grid of removed connections has its own index (D101).
 */
export class Migration140RemovedConnections extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table connection
        add column removed_by_account_id uuid
          constraint connection_removed_by_account_id_fk references account (id),
        add constraint connection_removed_by_check check (removed_by_account_id is null or removed_at is not null);

      update connection c set
        to_firstname = coalesce(c.legal_firstname, a.firstname), to_lastname = coalesce(c.legal_lastname, a.lastname)
        from account a where a.id = c.account_id and c.removed_at is not null;
      update connection c set ${hidden},
        removed_by_account_id = (select e.actor_account_id from connection_event e
          where e.connection_id = c.id and e.kind in ('removed', 'left') order by e.at desc, e.id desc limit 1)
        where c.removed_at is not null;
      update connection c set removed_by_account_id = null
        where c.removed_by_account_id is not null and (c.removed_by_account_id = c.account_id
          or exists (select 1 from connection_event e where e.connection_id = c.id and e.kind = 'left'));

      create function hide_removed_connection() returns trigger language plpgsql as $$
      begin
        if new.account_id is not null and (tg_op = 'INSERT' or old.removed_at is null) then
          select coalesce(new.legal_firstname, firstname), coalesce(new.legal_lastname, lastname)
            into new.to_firstname, new.to_lastname from account where id = new.account_id;
        end if;
        new.status := 'DISABLED';
        new.status_until := null;
        new.shieldid := null;
        new.score := null;
        new.score_rank := 9;
        new.expiration := null;
        new.legal_firstname := null;
        new.legal_lastname := null;
        new.search_text := '';
        new.told_stage := null;
        new.told_score := null;
        new.told_expiration := null;
        return new;
      end $$;
      create trigger connection_removed before insert or update on connection
        for each row when (new.removed_at is not null) execute function hide_removed_connection();

      create index connection_removed_idx on connection (owner_id, removed_at desc, id)
        where removed_by_account_id is not null;
      create index connection_removed_by_account_id_idx on connection (removed_by_account_id)
        where removed_by_account_id is not null;
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop trigger connection_removed on connection;
      drop function hide_removed_connection();
      drop index connection_removed_idx;
      drop index connection_removed_by_account_id_idx;
      alter table connection drop constraint connection_removed_by_check, drop column removed_by_account_id;
    `);
  }
}
