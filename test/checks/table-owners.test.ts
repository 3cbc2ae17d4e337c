import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTableViolations, type ModuleName, modulesFromBelow, readTableOwners } from './table-owners.ts';

const root = join(import.meta.dirname, '../..');
const paths = (await readdir(join(root, 'modules'), { recursive: true }))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join('modules', path));
const files = paths.sort().flatMap((path) => {
  const module = modulesFromBelow.find((name) => name === path.split(sep)[1]);
  return module ? [{ module, path }] : [];
});
const owners = readTableOwners(
  files
    .filter(({ path }) => path.includes('entities'))
    .map(({ module, path }) => ({ module, path: join(root, path) })),
);

describe('the SQL of a module', () => {
  it('is looked at in every module and for every table', () => {
    expect(new Set(files.map(({ module }) => module))).toEqual(new Set(modulesFromBelow));
    expect(owners.get('account')).toBe('identity');
    expect(owners.get('connection')).toBe('network');
    expect(owners.size).toBeGreaterThan(35);
  });

  it('writes only its own tables and reads none of a module above', () => {
    const trespasses = files.flatMap(({ module, path }) =>
      findTableViolations(module, path, readFileSync(join(root, path), 'utf8'), owners),
    );
    expect(trespasses).toEqual([]);
  });
});

describe('what the check sees', () => {
  const inModule = (module: ModuleName, source: string) =>
    findTableViolations(module, 'x.ts', source, owners).map((trespass) => trespass.slice('x.ts:'.length));

  it.each([
    ['the builder', `db.updateTable('account').set({ active: false })`],
    ['the builder with an alias', `db.deleteFrom('account as a')`],
    ['a template', 'sql`update account set active = false where id = $1`'],
    ['a CTE that writes', 'sql`with gone as (delete from account returning id) select id from gone`'],
    ['text for the pool', `pool.query('insert into account (id) values ($1)', [id])`],
  ])('a write of a lower table by %s', (_how, source) => {
    expect(inModule('network', source)).toEqual([
      '1 writes account of identity: call an operation or a function of identity',
    ]);
  });

  it.each([
    ['the builder', `db.selectFrom('connection').select('id')`],
    [
      'a join of the builder',
      `db.selectFrom('account').innerJoin('connection as c', 'c.account_id', 'account.id')`,
    ],
    ['a template', 'sql`select 1 from account a join connection c on c.account_id = a.id`'],
    ['a list of tables', 'sql`select 1 from account a, connection c`'],
    ['a lateral join', 'sql`select 1 from account a, lateral (select 1 from connection where id = $1) c`'],
  ])('a read of a table above by %s', (_how, source) => {
    expect(inModule('identity', source)).toEqual([
      '1 reads connection of network, a module above: publish an event, or keep the answer as a fact',
    ]);
  });

  it('no trespass in what is allowed', () => {
    expect(inModule('network', 'sql`select 1 from account join connection c on true`')).toEqual([]);
    expect(inModule('network', `db.insertInto('connection').values(row)`)).toEqual([]);
    expect(inModule('identity', `text('who may update connection settings')`)).toEqual([]);
  });
});
