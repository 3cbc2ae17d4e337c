import { Migration } from '@mikro-orm/migrations';

/** Unique keys for the foreign keys below: the row's id with the columns that have to match. */
const keys: [table: string, columns: string][] = [
  ['purchase', 'id, account_id'],
  ['application', 'id, account_id'],
  ['cra_order', 'id, application_id'],
  ['score_change', 'id, account_id'],
  ['score_change', 'id, application_id'],
  ['shield_id', 'number, account_id'],
];

/** Each foreign key on one column, with what is needed for the foreign key on two columns that replaces it. */
const references: [table: string, column: string, beside: string, referenced: string, key: string][] = [
  ['application', 'purchase_id', 'account_id', 'purchase', 'id'],
  ['ledger_entry', 'purchase_id', 'account_id', 'purchase', 'id'],
  ['score_change', 'application_id', 'account_id', 'application', 'id'],
  ['score_change', 'cra_order_id', 'application_id', 'cra_order', 'id'],
  ['dispute', 'score_change_id', 'account_id', 'score_change', 'id'],
  ['shield_score', 'application_id', 'account_id', 'application', 'id'],
  ['shield_score', 'score_change_id', 'application_id', 'score_change', 'id'],
  ['shield_score', 'shield_id_number', 'account_id', 'shield_id', 'number'],
];

function keyName(table: string, columns: string): string {
  return `${table}_${columns.split(', ')[1]}_key`;
}

/** A purchase, its application, its score and its ShieldID belong to the same person; foreign keys enforce it. */
export class Migration07SamePerson extends Migration {
  override async up(): Promise<void> {
    for (const [table, columns] of keys) {
      this.addSql(`create unique index ${keyName(table, columns)} on ${table} (${columns})`);
    }
    for (const [table, column, beside, referenced, key] of references) {
      this.addSql(`
        alter table ${table}
          drop constraint ${table}_${column}_fk,
          add constraint ${table}_${column}_fk
            foreign key (${column}, ${beside}) references ${referenced} (${key}, ${beside})`);
    }
  }

  override async down(): Promise<void> {
    for (const [table, column, , referenced, key] of references) {
      this.addSql(`
        alter table ${table}
          drop constraint ${table}_${column}_fk,
          add constraint ${table}_${column}_fk foreign key (${column}) references ${referenced} (${key})`);
    }
    for (const [table, columns] of keys) this.addSql(`drop index ${keyName(table, columns)}`);
  }
}
