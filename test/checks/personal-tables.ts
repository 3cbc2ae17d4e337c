import type { PersonalData } from '#modules/platform/index.ts';

/** Finds the tables with data about a person, from the schema. For the check that a module declares each of them. */

export interface SchemaReference {
  table: string;
  /** The table that its foreign key refers to. */
  to: string;
}

export interface SchemaColumn {
  table: string;
  column: string;
}

/** Columns that identify a person without a foreign key, or contain a person's address. */
const naming =
  /^(?:account_id|person_id|about_id|actor_id|admin_id|.*_account_id)$|email|^(?:to_|contact_)?(?:first|last)name$|^recipient$|^destination$/;

/** Tables with such columns that are not about people, each with the reason. */
export const aboutNobody: Readonly<Record<string, string>> = {
  company: 'a company’s own record: its business contacts, which its owner edits',
  portal_brand: 'the portal’s own address and support',
  screening_provider: 'the agency’s support address',
  outbox_message: 'development only: the messages that the sandbox holds back',
};

/** A table is personal if it refers to a person, or to another personal table. */
export function findPersonalTables(
  references: readonly SchemaReference[],
  columns: readonly SchemaColumn[],
): Set<string> {
  const personal = new Set([
    'account',
    ...columns.filter(({ column }) => naming.test(column)).map(({ table }) => table),
  ]);
  for (const table of Object.keys(aboutNobody)) personal.delete(table);
  for (let before = -1; before !== personal.size; ) {
    before = personal.size;
    for (const { table, to } of references) {
      if (personal.has(to) && !(table in aboutNobody)) personal.add(table);
    }
  }
  return personal;
}

/** The errors in the declarations, one sentence for each table. */
export function findUndeclared(personal: ReadonlySet<string>, modules: readonly PersonalData[]): string[] {
  const declared = modules.flatMap(({ tables }) => tables.map(({ table }) => table));
  return [
    ...[...personal]
      .filter((table) => !declared.includes(table))
      .sort()
      .map(
        (table) =>
          `${table} holds something about a person: declare in its module's personal-data.ts what an export gives of it ` +
          'and what an erasure does with it',
      ),
    ...declared
      .filter((table, place) => declared.indexOf(table) !== place)
      .map((table) => `${table} is declared twice`),
  ];
}

/** Columns of an export that can name somebody else: who acted, from where, and whom a row is about. */
const namesSomebody =
  /(?:^|_)(?:address|agent|actor_id|admin_id|author|viewer|account_id|company_id|session_id|email|shieldid)$|emailaddress|admin|viewer|_by$|(?:first|last|business)name$/;

/**
 * Such columns, each with whose data it is (D151). Ids of accounts and companies become words in every export
 * (`inWords`), and need no line.
 */
export const whoseInExport: Readonly<Record<string, string>> = {
  'account.businessname': 'the person’s own name or address',
  'account.emailaddress': 'the person’s own name or address',
  'account.firstname': 'the person’s own name or address',
  'account.last_login_address': 'where the person logged in; staff who act as them do not log in',
  'account.last_login_agent': 'where the person logged in; staff who act as them do not log in',
  'account.lastname': 'the person’s own name or address',
  'account.legal_firstname': 'the person’s own name or address',
  'account.legal_lastname': 'the person’s own name or address',
  'audit_entry.actor_id': 'read to say who acted: you, staff or a company',
  'audit_entry.address': 'given only for what the person did, or somebody who was not logged in',
  'audit_entry.admin_id': 'read to say who acted: you, staff or a company',
  'audit_entry.agent': 'given only for what the person did, or somebody who was not logged in',
  'audit_entry.session_id': 'read and not given',
  'connection.shieldid': 'the person’s own; in their network that of others is left out',
  'connection.to_email': 'whom an invitation names: the person, or whom the person invited',
  'connection.to_firstname': 'whom an invitation names: the person, or whom the person invited',
  'connection.to_lastname': 'whom an invitation names: the person, or whom the person invited',
  'connection.to_shieldid': 'whom an invitation names: the person, or whom the person invited',
  'dispute_document.author': 'person or staff, without a name',
  'dispute_message.author': 'person or staff, without a name',
  'known_browser.address': 'where the person logged in; staff who act as them do not log in',
  'known_browser.agent': 'where the person logged in; staff who act as them do not log in',
  'manual_package.received_by': 'the way in which it came',
  'monitoring_consent.address': 'where the person agreed, which staff cannot do for them (D16)',
  'monitoring_consent.agent': 'where the person agreed, which staff cannot do for them (D16)',
  'name_alias.firstname': 'the person’s own name or address',
  'name_alias.lastname': 'the person’s own name or address',
  'network_alert.businessname': 'the person’s own name, as companies saw it',
  'network_alert.firstname': 'the person’s own name, as companies saw it',
  'network_alert.lastname': 'the person’s own name, as companies saw it',
  'session.address': 'the person’s own sessions; those of staff are left out',
  'session.agent': 'the person’s own sessions; those of staff are left out',
  'share_link.to_email': 'to whom the person sent their own score',
  'shield_score.legal_firstname': 'the person’s own name or address',
  'shield_score.legal_lastname': 'the person’s own name or address',
  'signing_record.address': 'where the person agreed, which staff cannot do for them (D16)',
  'signing_record.agent': 'where the person agreed, which staff cannot do for them (D16)',
  'team_invitation.to_email': 'the address at which the person was invited',
  'terms_acceptance.address': 'where the person agreed, which staff cannot do for them (D16)',
  'terms_acceptance.agent': 'where the person agreed, which staff cannot do for them (D16)',
  'text_consent.address': 'where the person agreed, which staff cannot do for them (D16)',
  'text_consent.agent': 'where the person agreed, which staff cannot do for them (D16)',
  'monitoring_consent.withdrawn_by': 'person, staff or agency, without a name',
  'text_consent.withdrawn_by': 'the way in which it ended',
  'trusted_browser.address': 'where the person logged in; staff who act as them do not log in',
  'trusted_browser.agent': 'where the person logged in; staff who act as them do not log in',
};

/** The exported columns that can name somebody else and are not listed, one sentence for each. */
export function findUnnamed(
  modules: readonly PersonalData[],
  whose: Readonly<Record<string, string>> = whoseInExport,
): string[] {
  return exportedNames(modules)
    .filter((column) => !(column in whose))
    .map(
      (column) =>
        `${column} can name somebody else: a copy of a person's data says who acted as you, staff or a company. ` +
        'Leave it out, or list in test/checks/personal-tables.ts whose data it is',
    );
}

/** As `table.column`. */
export function exportedNames(modules: readonly PersonalData[]): string[] {
  return modules
    .flatMap(({ tables }) =>
      tables.flatMap(({ table, columns }) => columns.map((column) => ({ table, column }))),
    )
    .filter(({ column }) => namesSomebody.test(column) && !/^\w*(?:account|company)_id$/.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
}
