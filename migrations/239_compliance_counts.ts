import { Migration } from '@mikro-orm/migrations';

const live = 'cancelled_at is null and removed_at is null';

/** The charts of a company's alerts are counted from indexes alone, without the rows. */
export class Migration239ComplianceCounts extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop index connection_network_status_idx, network_alert_company_id_idx;
      create index connection_network_status_idx on connection (owner_id, status, compliance) where ${live};
      create index network_alert_company_id_idx on network_alert (company_id, at, id) include (alert_type);
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop index connection_network_status_idx, network_alert_company_id_idx;
      create index connection_network_status_idx on connection (owner_id, status) where ${live};
      create index network_alert_company_id_idx on network_alert (company_id, at, id);
    `);
  }
}
