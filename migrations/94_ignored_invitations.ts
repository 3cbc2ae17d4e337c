import { Migration } from '@mikro-orm/migrations';

const kinds = [
  'invited',
  'resent',
  'attached',
  'bounced',
  'accepted',
  'ignored',
  'cancelled',
  'sharing-on',
  'sharing-off',
  'report-on',
  'report-off',
  'renewal-requested',
  'removed',
  'left',
];

/** Events for the history of an ignored invitation: its owner extended it, or the person opened it again. */
export class Migration94IgnoredInvitations extends Migration {
  override async up(): Promise<void> {
    this.addSql(allow([...kinds, 'extended', 'reopened']));
  }

  override async down(): Promise<void> {
    this.addSql(`delete from connection_event where kind in ('extended', 'reopened');`);
    this.addSql(allow(kinds));
  }
}

function allow(allowed: readonly string[]): string {
  return `
    alter table connection_event drop constraint connection_event_kind_check;
    alter table connection_event add constraint connection_event_kind_check
      check (kind in (${allowed.map((kind) => `'${kind}'`).join(', ')}));`;
}
