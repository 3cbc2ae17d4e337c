import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * The modules from the lowest to the highest. Each may read the tables of lower modules, and may write only its own.
 */
export const modulesFromBelow = [
  'platform',
  'identity',
  'enterprise',
  'applications',
  'purchasing',
  'network',
  'admin',
] as const;
export type ModuleName = (typeof modulesFromBelow)[number];

interface TableUse {
  table: string;
  writes: boolean;
  /** 1-based. */
  line: number;
}

const writers = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const readers = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'using',
  'from',
]);
const joiners = new Set(['innerJoinLateral', 'leftJoinLateral']);

/**
 * Every table that the SQL of a source file names: arguments of the query builder, text of `sql` templates, and text
 * that is passed to the pool.
 * @param tables the names of tables; other names, such as aliases and CTEs, are ignored
 */
function findTableUses(source: string, tables: ReadonlySet<string>): TableUse[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const uses: TableUse[] = [];
  const add = (node: ts.Node, table: string, writes: boolean) => {
    if (tables.has(table)) {
      uses.push({ table, writes, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      const writes = writers.has(method);
      if (writes || readers.has(method) || joiners.has(method)) {
        for (const name of tableNames(node.arguments[0])) add(node.expression.name, name, writes);
      }
    }
    const text = sqlText(node);
    if (text !== null) for (const { table, writes } of readText(text)) add(node, table, writes);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

/** The tables in 'company', 'company as owner', or a list of these. */
function tableNames(argument: ts.Expression | undefined): string[] {
  if (!argument) return [];
  if (ts.isArrayLiteralExpression(argument))
    return argument.elements.flatMap((element) => tableNames(element));
  return ts.isStringLiteralLike(argument) ? [argument.text.split(/\s+/)[0] ?? ''] : [];
}

/** The text of a template or string if it is SQL; each value is replaced by `?`. */
function sqlText(node: ts.Node): string | null {
  if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node)) return looksLikeSql(node.text);
  if (!ts.isTemplateExpression(node)) return null;
  return looksLikeSql([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ? '));
}

function looksLikeSql(text: string): string | null {
  const plain = text.replace(/--[^\n]*/g, ' ').replace(/'(?:[^']|'')*'/g, "''");
  return /\b(select|from|join|insert into|update|delete from)\b/i.test(plain) ? plain : null;
}

function readText(text: string): { table: string; writes: boolean }[] {
  const written = [
    ...text.matchAll(/\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?(\w+)"?/gi),
    ...text.matchAll(/\bupdate\s+(?:only\s+)?"?(\w+)"?(?=\s+(?:as\s+)?(?:\w+\s+)?set\b)/gi),
  ];
  const read = [...text.matchAll(/(?:\bfrom|\bjoin|\busing|,)\s+(?:lateral\s+|only\s+)?"?(\w+)"?/gi)];
  const targets = new Set(written.map((match) => match.index + match[0].length));
  return [
    ...written.map((match) => ({ table: match[1] ?? '', writes: true })),
    ...read
      .filter((match) => !targets.has(match.index + match[0].length))
      .map((match) => ({ table: match[1] ?? '', writes: false })),
  ];
}

/** The violations in a module's file, one sentence for each use. */
export function findTableViolations(
  module: ModuleName,
  path: string,
  source: string,
  owners: ReadonlyMap<string, ModuleName>,
): string[] {
  return findTableUses(source, new Set(owners.keys())).flatMap(({ table, writes, line }) => {
    const owner = owners.get(table);
    if (!owner || owner === module) return [];
    if (writes)
      return [`${path}:${line} writes ${table} of ${owner}: call an operation or a function of ${owner}`];
    return modulesFromBelow.indexOf(owner) > modulesFromBelow.indexOf(module)
      ? [
          `${path}:${line} reads ${table} of ${owner}, a module above: publish an event, or keep the answer as a fact`,
        ]
      : [];
  });
}

/** Which module each table belongs to, by the `tableName` of its entities. */
export function readTableOwners(
  files: readonly { module: ModuleName; path: string }[],
): Map<string, ModuleName> {
  const owners = new Map<string, ModuleName>();
  for (const { module, path } of files) {
    for (const match of readFileSync(path, 'utf8').matchAll(/tableName: '(\w+)'/g))
      owners.set(match[1] ?? '', module);
  }
  return owners;
}
