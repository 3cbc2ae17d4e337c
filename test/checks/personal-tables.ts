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
