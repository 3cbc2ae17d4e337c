import ts from 'typescript';
import type { Fault, Rewrite } from './fault.ts';
import { sqlRewrites } from './sql-rewrites.ts';

/** Finds the faults that can be planted in a source file, with its syntax tree. */

const comparisons: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
};

const units = new Map([
  ['SECOND', '(SECOND / 10)'],
  ['MINUTE', '(MINUTE / 60)'],
  ['HOUR', '(HOUR / 60)'],
  ['DAY', '(DAY / 24)'],
]);

/** Operators that the query builder takes as strings. */
const builderOperators = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['is', 'is not'],
  ['is not', 'is'],
  ['<>', '='],
  ['!=', '='],
]);

const normalizing = new Set(['toLowerCase', 'toUpperCase', 'trim', 'replace', 'replaceAll', 'normalize']);
/** Methods of the query builder that leave out rows. */
const conditions = new Set(['where', 'whereRef', 'having']);
/** Calls whose removal has no effect, or only in a race that a test cannot produce. */
const withoutEffect =
  /\.flush\(|\blog\.|\bfor (no key )?update|\.for(NoKey)?Update\(|pg_advisory|takeTransactionLock|lockAccount|lock(Open|Own)?Purchase\(|lockCompanyCard|lockBoth|\.finish\(|console\./;
/** Numbers of retries, and the second read of a row under its lock. Only a race would show a fault in these. */
const seenByRaces = /^(ROUNDS|refresh)$/;
/** What PostgreSQL only describes, in the test of all statements. */
const onlyDescribed = /^examples$/;

/**
 * All faults of a file.
 * @param source the text of the file
 */
export function listFaults(file: string, source: string): Fault[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isPropertyAssignment(node) && onlyDescribed.test(node.name.getText())) return;
    for (const rewrite of rewritesOf(node, source)) {
      const before = source.slice(rewrite.start, rewrite.end);
      if (before === rewrite.after) continue;
      const line = tree.getLineAndCharacterOfPosition(rewrite.start).line + 1;
      const kind = isDeclared(node) ? `access: ${rewrite.kind}` : rewrite.kind;
      faults.push({ ...rewrite, kind, file, line, before, functions: functionsAround(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return faults;
}

/**
 * Whether it is a part of an operation's declaration about who may run it and how often, which the check of all
 * operations lists.
 */
function isDeclared(node: ts.Node): boolean {
  for (let at = node; at && !ts.isSourceFile(at); at = at.parent) {
    if (hasBody(at)) return false;
    if (ts.isPropertyAssignment(at) && /^(inPersonOnly|throttle)$/.test(at.name.getText())) return true;
  }
  return false;
}

type WithBody = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

function hasBody(node: ts.Node): node is WithBody {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** The name of a function with those of the functions around it: `acceptInvite.run`. */
function nameOf(node: ts.Node): string {
  const names: string[] = [];
  for (let at = node; !ts.isSourceFile(at); at = at.parent) names.unshift(...ownName(at));
  return names.join('.') || '?';
}

function ownName(node: ts.Node): string[] {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isClassDeclaration(node);
  return named && node.name ? [node.name.getText()] : [];
}

/** The innermost function around a node. At module level, the functions of the same statement, or else of the file. */
function functionsAround(node: ts.Node): string[] {
  let top = node;
  for (let at = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (hasBody(at) && node.pos >= at.body.pos) return [nameOf(at)];
    top = at;
  }
  const inStatement = functionsIn(top);
  return inStatement.length > 0 ? inStatement : functionsIn(node.getSourceFile());
}

function functionsIn(node: ts.Node): string[] {
  const found: string[] = [];
  const visit = (at: ts.Node): void => {
    if (hasBody(at)) found.push(nameOf(at));
    ts.forEachChild(at, visit);
  };
  visit(node);
  return found;
}

/** The file with a call in each function that records that it was reached. */
export function withProbes(file: string, source: string): string {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const inserts: { at: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) {
      const { body } = node;
      const probe = `globalThis.faultProbe?.(${JSON.stringify(`${file}:${nameOf(node)}`)})`;
      if (ts.isBlock(body)) inserts.push({ at: body.getStart() + 1, text: `${probe};` });
      else inserts.push({ at: body.getStart(), text: `(${probe}, (` }, { at: body.getEnd(), text: '))' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return inserts
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: insert }) => text.slice(0, at) + insert + text.slice(at), source);
}

function rewritesOf(node: ts.Node, source: string): Rewrite[] {
  const range = (of: ts.Node) => ({ start: of.getStart(), end: of.getEnd() });
  const textOf = (of: ts.Node) => source.slice(of.getStart(), of.getEnd());
  if (ts.isIfStatement(node)) {
    if (!node.elseStatement && isExit(node.thenStatement))
      return [{ kind: 'guard removed', ...range(node), after: ';' }];
    return [{ kind: 'condition negated', ...range(node.expression), after: `!(${textOf(node.expression)})` }];
  }
  if (ts.isConditionalExpression(node))
    return [{ kind: 'condition negated', ...range(node.condition), after: `!(${textOf(node.condition)})` }];
  if (ts.isBinaryExpression(node)) return binaryRewrites(node, textOf);
  if (ts.isIdentifier(node)) {
    const unit = units.get(node.text);
    const declared = ts.isVariableDeclaration(node.parent) && node.parent.name === node;
    return unit && !declared && !ts.isPropertyAssignment(node.parent)
      ? [{ kind: 'time unit changed', ...range(node), after: unit }]
      : [];
  }
  if (node.parent && isNamed(node.parent) && seenByRaces.test(node.parent.name.getText())) return [];
  if (ts.isNumericLiteral(node)) {
    // By how much a generation increases makes no difference.
    if (/generation \+= 1$/i.test(textOf(node.parent)) || isBatchSize(node)) return [];
    return [{ kind: 'number changed', ...range(node), after: `(${node.text} + 1)` }];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    if (ts.isLiteralTypeNode(node.parent) || isMask(node.parent) || isSpeed(node.parent)) return [];
    const after = node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true';
    return [{ kind: 'flag changed', ...range(node), after }];
  }
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    if (!ts.isCallExpression(call) || withoutEffect.test(textOf(node))) return [];
    return [{ kind: 'call removed', ...range(node), after: ';' }];
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (normalizing.has(name.text))
      return [{ kind: 'normalizing removed', ...range(node), after: textOf(expression) }];
    // From the dot on, so that the reported place is that of the condition.
    if (conditions.has(name.text) && !beginsBatch(node))
      return [{ kind: 'query condition dropped', start: name.getStart() - 1, end: node.getEnd(), after: '' }];
    return [];
  }
  if (ts.isStringLiteral(node) && ts.isCallExpression(node.parent) && node.parent.arguments[1] === node) {
    if (beginsBatch(node.parent)) return [];
    const after = builderOperators.get(node.text);
    return after ? [{ kind: 'query comparison changed', ...range(node), after: `'${after}'` }] : [];
  }
  if (ts.isObjectLiteralExpression(node) && ts.isCallExpression(node.parent)) return leftOutRewrites(node);
  if (ts.isArrayLiteralExpression(node)) return listRewrites(node.elements);
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'access') return accessRewrites(node, textOf);
  if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText())) {
    return sqlRewrites(textOf(node.template), node.template.getStart());
  }
  return [];
}

/** `.where('id', '>', after)` of a sweep, as in the SQL of others. */
function beginsBatch({ arguments: given }: ts.CallExpression): boolean {
  return given[2]?.getText() === 'after';
}

/** `{ seen: true }` in `schema.omit({ seen: true })`, where only true is possible. */
function isMask(property: ts.Node): boolean {
  const call = property.parent?.parent;
  return call && ts.isCallExpression(call) && /\.(omit|pick|partial)$/.test(call.expression.getText());
}

/** How many rows a sweep takes at a time, and `.limit(1)` where the first row alone is taken anyway. */
function isBatchSize({ parent, text }: ts.NumericLiteral): boolean {
  if (ts.isCallExpression(parent)) return text === '1' && /\.limit$/.test(parent.expression.getText());
  if (!ts.isPropertyAssignment(parent) || parent.name.getText() !== 'size') return false;
  return parent.parent.properties.some((property) => property.name?.getText() === 'keys');
}

/** Options that only affect how fast a statement runs. */
function isSpeed(property: ts.Node): boolean {
  return ts.isPropertyAssignment(property) && /^(prepared|unread)$/.test(property.name.getText());
}

function isNamed(node: ts.Node): node is ts.VariableDeclaration | ts.PropertyAssignment {
  return ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
}

function isExit(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.length === 1 && statement.statements.every(isExit);
  return (
    ts.isThrowStatement(statement) || ts.isReturnStatement(statement) || ts.isContinueStatement(statement)
  );
}

function binaryRewrites(node: ts.BinaryExpression, textOf: (of: ts.Node) => string): Rewrite[] {
  const operator = node.operatorToken;
  const compared = comparisons[operator.kind];
  if (compared) {
    return [
      { kind: 'comparison changed', start: operator.getStart(), end: operator.getEnd(), after: compared },
    ];
  }
  const whole = { start: node.getStart(), end: node.getEnd() };
  const { kind } = operator;
  // If the right side is an empty value, most readers treat it like the other empty values.
  const elseNothing = /^(null|undefined|''|0|false|\[\]|\{\})$/.test(textOf(node.right));
  if (kind === ts.SyntaxKind.QuestionQuestionToken && !elseNothing)
    return [{ kind: 'fallback dropped', ...whole, after: textOf(node.left) }];
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
    const sides = kind === ts.SyntaxKind.BarBarToken && elseNothing ? [node.right] : [node.left, node.right];
    return sides.map((kept) => ({ kind: 'condition dropped', ...whole, after: textOf(kept) }));
  }
  if (kind === ts.SyntaxKind.MinusToken || (kind === ts.SyntaxKind.PlusToken && isNumeric(node))) {
    const after = kind === ts.SyntaxKind.MinusToken ? '+' : '-';
    return [{ kind: 'sign changed', start: operator.getStart(), end: operator.getEnd(), after }];
  }
  return [];
}

/** Additions are distinguished from concatenations by their operands. */
function isNumeric(node: ts.BinaryExpression): boolean {
  const numeric = /^[\d_.]+$|getTime\(\)|timing\(|limit\(|lifetime|delay|\bper\b|[A-Z]{3,}/;
  const side = (of: ts.Expression) => !ts.isStringLiteralLike(of) && numeric.test(of.getText());
  return side(node.left) || side(node.right);
}

/** One fault for each text that is left out of a list: a status of a table, a role, a value of a filter. */
function listRewrites(elements: ts.NodeArray<ts.Expression>): Rewrite[] {
  if (elements.length < 2 || !elements.every((element) => ts.isStringLiteral(element))) return [];
  return elements.map((element, at) => {
    const next = elements[at + 1];
    const start = next || at === 0 ? element.getStart() : (elements[at - 1]?.getEnd() ?? 0);
    return { kind: 'list shortened', start, end: next ? next.getStart() : element.getEnd(), after: '' };
  });
}

const everybody = '(caller) => caller';

/** One fault for each column that an update does not write, and for each missing part of an audit entry. */
function leftOutRewrites(node: ts.ObjectLiteralExpression): Rewrite[] {
  const call = (node.parent as ts.CallExpression).expression;
  const called = ts.isPropertyAccessExpression(call) ? call.name.text : '';
  if (called !== 'set' && called !== 'audit') return [];
  // The value of a key in a map is not a column of an update.
  if ((node.parent as ts.CallExpression).arguments[0] !== node) return [];
  const kind = called === 'set' ? 'column not written' : 'part of an audit entry left out';
  return (
    node.properties
      // Without the detail that its action declares, an entry does not compile.
      .filter(
        (property) => node.properties.length > 1 && !/^(action|detail)$/.test(property.name?.getText() ?? ''),
      )
      .map((property) => ({
        kind,
        start: property.getStart(),
        // Includes the comma after it.
        end:
          property.getEnd() +
          (/^\s*,/.exec(node.getSourceFile().text.slice(property.getEnd()))?.[0].length ?? 0),
        after: '',
      }))
  );
}

/** The rule keeps its name, so that only a test of its behavior can find the fault. */
function accessRewrites(node: ts.PropertyAssignment, textOf: (of: ts.Node) => string): Rewrite[] {
  const rule = textOf(node.initializer);
  if (rule === 'anyone') return [];
  const whole = { start: node.initializer.getStart(), end: node.initializer.getEnd() };
  const opened = { kind: 'access opened', ...whole, after: `{ ...${rule}, admit: ${everybody} }` };
  if (!rule.includes("'admin'")) return [opened];
  return [
    opened,
    {
      kind: 'access weakened',
      ...whole,
      after: `{ ...${rule.replace("'admin'", "'viewer'")}, name: ${rule}.name }`,
    },
  ];
}
