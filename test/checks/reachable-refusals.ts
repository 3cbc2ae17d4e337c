import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { refusals } from '#modules/words.ts';

/**
 * Which refusals an operation may throw, read from the source: the codes that its declaration names, and those of every
 * function and constant that it uses, through all files. A port's adapter is not followed. What a subscriber refuses
 * belongs to whoever publishes its event.
 */

const root = join(import.meta.dirname, '../..');

/** A constant, function, class or enumeration at the top of a file. */
interface Declared {
  codes: Set<string>;
  /** The keys of other declarations that it uses. */
  uses: Set<string>;
  /** The operation that it declares. */
  operation?: string;
}

interface Source {
  /** What each name in the file means: the key of a declaration. */
  names: Map<string, string>;
  /** The files whose names it exports as its own. */
  passesOn: string[];
  tree: ts.SourceFile;
}

const keyOf = (file: string, name: string) => `${file}#${name}`;

/** The path of an imported module relative to the root; null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#modules/')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(from), specifier) : null;
}

function readSource(file: string): Source {
  const tree = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const names = new Map<string, string>();
  const passesOn: string[] = [];
  for (const node of tree.statements) {
    for (const name of declaredNames(node)) names.set(name, keyOf(file, name));
    const from = moduleOf(node) === undefined ? null : resolve(file, moduleOf(node) ?? '');
    if (from === null) continue;
    const bindings = ts.isImportDeclaration(node)
      ? node.importClause?.namedBindings
      : (node as ts.ExportDeclaration).exportClause;
    if (!bindings && ts.isExportDeclaration(node)) passesOn.push(from);
    if (!bindings || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) continue;
    for (const { name, propertyName } of bindings.elements)
      names.set(name.text, keyOf(from, (propertyName ?? name).text));
  }
  return { names, passesOn, tree };
}

function moduleOf(node: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return undefined;
  return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)
    ? node.moduleSpecifier.text
    : undefined;
}

function declaredNames(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const named = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
  return named && node.name ? [node.name.text] : [];
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** Codes of a module are told by their names; those of platform, such as `failed`, only as the argument of a refusal. */
function lookInto(node: ts.Node, source: Source, found: Declared, refused = false): void {
  if (ts.isTypeNode(node)) return;
  if (ts.isIdentifier(node)) {
    const key = source.names.get(node.text);
    if (key) found.uses.add(key);
  }
  if (ts.isStringLiteral(node) && Object.hasOwn(refusals, node.text)) {
    if (refused || node.text.includes('.')) found.codes.add(node.text);
  }
  const refuses =
    refused || (ts.isNewExpression(node) && /Refusal$/.test(node.expression.getText(source.tree)));
  ts.forEachChild(node, (child) => lookInto(child, source, found, refuses));
}

/** The name in `operation({ name: 'module.verb-object', access, kind })`, or in an object of the same shape. */
function operationIn(node: ts.Node): string | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const given = new Map(
      node.properties.map((each) => [each.name && ts.isIdentifier(each.name) ? each.name.text : '', each]),
    );
    const name = given.get('name');
    if (name && ts.isPropertyAssignment(name) && given.has('access') && given.has('kind')) {
      if (ts.isStringLiteral(name.initializer)) return name.initializer.text;
    }
  }
  return ts.forEachChild(node, operationIn);
}

function readDeclarations(sources: Map<string, Source>): Map<string, Declared> {
  const all = new Map<string, Declared>();
  for (const [file, source] of sources) {
    for (const node of source.tree.statements) {
      const parts = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
      for (const part of parts) {
        const found: Declared = { codes: new Set(), uses: new Set() };
        lookInto(part, source, found);
        const operation = operationIn(part);
        if (operation) found.operation = operation;
        const own = ts.isVariableDeclaration(part) ? namesIn(part.name) : declaredNames(part as ts.Statement);
        // These tables name codes and refuse nothing.
        if (/\/(refusals|audit)\.ts$/.test(file)) found.codes.clear();
        for (const name of own) all.set(keyOf(file, name), found);
      }
    }
  }
  return all;
}

/** Follows the names that a file exports for another one. */
function follow(key: string, sources: Map<string, Source>, seen = new Set<string>()): string | null {
  if (seen.has(key)) return null;
  seen.add(key);
  const [file = '', name = ''] = key.split('#');
  const source = sources.get(file);
  const next = source?.names.get(name);
  if (next === key) return key;
  if (next) return follow(next, sources, seen);
  for (const other of source?.passesOn ?? []) {
    const found = follow(keyOf(other, name), sources, seen);
    if (found) return found;
  }
  return null;
}

/** The codes that each operation may refuse with, by its name, in the order of the alphabet. */
export function reachableRefusals(): Map<string, string[]> {
  const files = globSync('modules/**/*.ts', { cwd: root });
  const sources = new Map(files.map((file) => [file, readSource(file)]));
  const declared = readDeclarations(sources);
  for (const [event, subscriber] of subscriptionsIn(sources)) declared.get(event)?.uses.add(subscriber);
  const uses = (key: string) => {
    const target = follow(key, sources);
    return target ? declared.get(target) : undefined;
  };
  const answers = new Map<string, string[]>();
  for (const start of declared.values()) {
    if (!start.operation) continue;
    const seen = new Set<Declared>([start]);
    // The set grows while it is read.
    for (const each of seen) {
      for (const key of each.uses) {
        const next = uses(key);
        if (next) seen.add(next);
      }
    }
    const codes = new Set([...seen].flatMap((each) => [...each.codes]));
    answers.set(start.operation, [...new Set([...(answers.get(start.operation) ?? []), ...codes])].sort());
  }
  return answers;
}

/** Each event and its subscriber, in modules/subscriptions.ts. */
function subscriptionsIn(sources: Map<string, Source>): [string, string][] {
  const source = sources.get('modules/subscriptions.ts');
  if (!source) throw new Error('modules/subscriptions.ts is missing');
  const found: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source.tree) === 'subscribe') {
      const [event, subscriber] = node.arguments.map((each) => source.names.get(each.getText(source.tree)));
      const target = event && follow(event, sources);
      if (target && subscriber) found.push([target, subscriber]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}
