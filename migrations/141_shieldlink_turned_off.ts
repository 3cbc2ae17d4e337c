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
  'extended',
  'reopened',
  'linked',
];

/**
 * The event for the history of a connection of two companies that ended because ShieldLink was turned off for one of
 * them.
 */
export class Migration141ShieldlinkTurnedOff extends Migration {
  override async up(): Promise<void> {
    this.addSql(allow([...kinds, 'shieldlink-off']));
  }

  override async down(): Promise<void> {
    this.addSql(`delete from connection_event where kind = 'shieldlink-off';`);
    this.addSql(allow(kinds));
  }
}

function allow(allowed: readonly string[]): string {
  return `
    alter table connection_event drop constraint connection_event_kind_check;
    alter table connection_event add constraint connection_event_kind_check
      check (kind in (${allowed.map((kind) => `'${kind}'`).join(', ')}));`;
}
