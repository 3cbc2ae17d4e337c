import { Migration } from '@mikro-orm/migrations';

/** One-time tokens that move a session to another host; each is valid for a minute (D15). */
export class Migration22SessionHandOff extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table session_hand_off (
        id uuid primary key,
        token_hash bytea not null,
        session_id uuid not null constraint session_hand_off_session_id_fk references session on delete cascade,
        target_host text not null,
        address text not null,
        expires_at timestamptz not null
      );
      create unique index session_hand_off_token_hash_key on session_hand_off (token_hash);
      create index session_hand_off_session_id_idx on session_hand_off (session_id);
      create index session_hand_off_expires_at_idx on session_hand_off (expires_at);
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table session_hand_off;');
  }
}
