import { Migration } from '@mikro-orm/migrations';

/** Columns whose values the key ring encrypts. */
const underTheRing: Record<string, readonly string[]> = {
  account: ['ssn_encrypted'],
  application: ['submitted_details'],
  application_draft: ['draft'],
  check_progress: ['searches'],
  company: ['tax_id_sealed'],
  connection: ['code_sealed'],
  contact_method: ['secret_sealed'],
  coupon: ['code_sealed'],
  dispute: ['errortext', 'explanation', 'items', 'lift_reason', 'statement'],
  dispute_document: ['name'],
  dispute_message: ['body'],
  hook_event: ['body'],
  id_verification: ['hosted_url'],
  monitoring_update: ['findings'],
  person_key: ['wrapped'],
  privacy_request: ['answer_sealed', 'message_sealed'],
  'sandbox.screening': ['subject'],
  'sandbox.verification_run': ['subject'],
  saved_signature: ['signature_image', 'signature_vectors'],
  score_change: ['findings'],
  security_change: ['before_sealed'],
  share_link: ['code_sealed'],
  signing_record: ['signature_image', 'signature_vectors', 'typed_name'],
  support_request: ['content'],
  team_invitation: ['code_sealed'],
};

/** The encrypted value of a column: itself, or for webhook events one property of it. */
const sealedIn = (table: string, column: string) =>
  table === 'hook_event' ? `${column} ->> 'sealed'` : column;

/** Columns whose values are encrypted with the key of the person that they are about (D23). */
const underPersonsKey: Record<string, readonly string[]> = {
  admin_note: ['note_sealed'],
  audit_entry: ['detail_sealed'],
  check_transfer: ['reason_sealed'],
  cra_order: ['correction_sealed'],
  expiration_change: ['note_sealed'],
  id_verification: ['note_sealed', 'result_sealed'],
  manual_package: ['reason_sealed'],
  staff_session: ['reason_sealed'],
};

/** Columns with the key of a stored file. */
const fileKeys: Record<string, readonly string[]> = {
  application: ['file_key'],
  dispute_document: ['file_key'],
  id_verification: ['front_key', 'back_key', 'video_key'],
  manual_package: ['file_key'],
  monitoring_update: ['report_key'],
  privacy_request: ['file_key'],
  score_change: ['report_key'],
};

/** SHA-256 of a stored file, in hex. */
const fileHashes: Record<string, readonly string[]> = {
  application: ['file_hash'],
  monitoring_update: ['report_hash'],
  score_change: ['report_hash'],
};

interface Check {
  table: string;
  name: string;
  condition: string;
}

const checksOf = (
  columns: Record<string, readonly string[]>,
  suffix: string,
  condition: (table: string, column: string) => string,
): Check[] =>
  Object.entries(columns).flatMap(([table, names]) =>
    names.map((column) => ({
      table,
      name: `${table.replace('sandbox.', '')}_${column}_${suffix}`,
      condition: condition(table, column),
    })),
  );

const checks = [
  ...checksOf(underTheRing, 'sealed', (table, column) => `is_sealed(${sealedIn(table, column)})`),
  ...checksOf(underPersonsKey, 'sealed', (_table, column) => `is_sealed_for_person(${column})`),
  ...checksOf(fileKeys, 'check', (_table, column) => `${column} <> ''`),
  ...checksOf(fileHashes, 'check', (_table, column) => `${column} ~ '^[0-9a-f]{64}$'`),
];

/** All changes of one table in one statement, so that its rows are read once. */
const alter = (change: (check: Check) => string): string =>
  [...Map.groupBy(checks, ({ table }) => table)]
    .map(([table, of]) => `alter table ${table} ${of.map(change).join(', ')};`)
    .join('\n');

/** The ids of the keys that stored values use. */
const usedKeys = Object.entries(underTheRing)
  .flatMap(([table, columns]) =>
    columns.map((column) => `select split_part(${sealedIn(table, column)}, '.', 2) as id from ${table}`),
  )
  .join(' union ');

/**
 * An encrypted value has the form of one, or is null (D148); the same for keys and hashes of stored files. The list of
 * keys that stored values may use, so that a start can refuse a key ring without one of them; and the rows that a sweep
 * could not handle.
 */
export class Migration192SealedValues extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function is_sealed(value text) returns boolean language sql immutable parallel safe
        return value ~ '^v1\\.[A-Za-z0-9_-]{1,16}\\.[A-Za-z0-9_-]{38,}$';
      create function is_sealed_for_person(value text) returns boolean language sql immutable parallel safe
        return value ~ '^[A-Za-z0-9_-]{38,}$';
    `);
    this.addSql(`
      alter table connection alter column code_sealed drop not null, alter column code_hash drop not null;
      update connection set code_sealed = null, code_hash = null where connection_type = 'EXTENDED';
      alter table connection add constraint connection_code_check
        check ((code_sealed is null) = (connection_type = 'EXTENDED') and (code_hash is null) = (code_sealed is null));
      alter table company drop constraint company_tax_id_sealed_check;
    `);
    this.addSql(alter(({ name, condition }) => `add constraint ${name} check (${condition})`));
    this.addSql(`
      create table encryption_key (
        id text primary key,
        proof text,
        first_used_at timestamptz not null,
        constraint encryption_key_proof_sealed check (is_sealed(proof))
      );
      insert into encryption_key (id, first_used_at) select id, now() from (${usedKeys}) used where id is not null;

      delete from sweep_run where name like 'platform.rotate%';
      create table sweep_failure (
        name text not null constraint sweep_failure_name_fk references sweep_run on delete cascade,
        key text not null,
        reason text not null,
        primary key (name, key)
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table sweep_failure, encryption_key;');
    this.addSql(alter(({ name }) => `drop constraint ${name}`));
    this.addSql(`
      alter table company add constraint company_tax_id_sealed_check check (tax_id_sealed !~ '^[0-9 -]*$');
      alter table connection drop constraint connection_code_check;
      update connection set code_sealed = '', code_hash = 'extended-' || id where code_sealed is null;
      alter table connection alter column code_sealed set not null, alter column code_hash set not null;
      drop function is_sealed(text);
      drop function is_sealed_for_person(text);
    `);
  }
}
