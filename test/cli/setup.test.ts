import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireEdited } from '#cli/setup/example.ts';
import type { SetupFile } from '#cli/setup/portal-file.ts';
import type { Environment } from '#modules/platform/index.ts';
import { emptyDatabase, type TestDatabase } from '#test/database.ts';
import { migrate } from '#test/migrate.ts';
import { shield } from './terminal.ts';

let database: TestDatabase;
let pool: pg.Pool;
let environment: Environment;
const folder = mkdtempSync(join(tmpdir(), 'shieldhub-setup-'));
const file = join(folder, 'setup.json');

beforeAll(async () => {
  database = await emptyDatabase();
  await migrate(database);
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  environment = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATA_FOLDER: folder };
});

afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function count(table: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}

function write(content: object): string {
  writeFileSync(file, JSON.stringify(content));
  return file;
}

let first: Promise<void> | undefined;

/**
 * Sets the portal up once, after trying what must fail before that. The tests run in any order, so each of them calls
 * it first.
 */
function setUp(): Promise<void> {
  first ??= firstStart();
  return first;
}

async function firstStart(): Promise<void> {
  for (const table of ['portal_brand', 'screening_provider', 'screening_package', 'terms_version', 'account'])
    expect(await count(table), table).toBe(0);
  const example: SetupFile = JSON.parse((await shield(['setup', '--example'], environment)).out);

  const alone = await shield(['setup'], environment);
  expect(alone).toMatchObject({ code: 64 });
  expect(alone.err).toContain('shield setup --example > setup.json');
  expect((await shield(['setup', '--from', '/nowhere.json'], environment)).err).toContain('cannot be read');
  const wrong = write({ ...example, brand: { ...example.brand, company_state: 'Texas' }, admin: {} });
  const refused = await shield(['setup', '--from', wrong], environment);
  expect(refused.code).toBe(65);
  expect(refused.err).toContain('  brand.company_state: ');
  expect(refused.err).toContain('  admin.emailaddress: ');
  expect(await count('portal_brand')).toBe(0);

  const { code, out } = await shield(['setup', '--from', write(example)], environment);
  expect(code).toBe(0);
  expect(out).toMatch(/\n {2}http:\/\/localhost:3000\/forgotpassword\/verification\?code=[\w-]{40,}\n/);
  expect(await count('screening_package')).toBe(2);
  expect(await count('terms_version')).toBe(6);
}

describe('shield setup', () => {
  it('sets an empty portal up, once', async () => {
    await setUp();
    const { rows } = await pool.query(
      `select role, emailaddress, two_step_method from account where emailaddress = 'admin@example.com'`,
    );
    expect(rows).toEqual([{ role: 'ADMIN', emailaddress: 'admin@example.com', two_step_method: 'EMAIL' }]);
    const again = await shield(['setup', '--from', file], environment);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('shield user create-admin');
    const { rows: admins } = await pool.query(
      `select 1 from account where emailaddress = 'admin@example.com'`,
    );
    expect(admins).toHaveLength(1);
  });

  it('asks at a terminal, and asks again for what does not fit', async () => {
    const empty = await emptyDatabase();
    await migrate(empty);
    try {
      const answers: Record<string, string[]> = {
        'Name that people see': ['Northgate'],
        'Street address': ['1 Main Street'],
        City: ['Albany'],
        'State (two letters)': ['Nowhere', 'NY'],
        'ZIP code': ['12207'],
        'Support phone': ['(518) 555-0100'],
        'Support email': ['help@northgate.example'],
        'Address that emails come from': ['no-reply@northgate.example'],
        Email: ['ada@northgate.example', 'desk@agency.example'],
        'First name': ['Ada'],
        'Last name': ['Minton'],
        Name: ['Agency, Inc.', ''],
        Phone: ['8005550100'],
        'Postal address on one line': ['1 Agency Road, Albany, NY 12207'],
        'Price in dollars': ['free', '$59.50'],
        "The agency's code for it": ['BASIC'],
      };
      const ask = async (question: string) => answers[question.replace(/( \[.*\])?: $/, '')]?.shift() ?? '';
      const { code, err } = await shield(
        ['setup'],
        { ...environment, DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl },
        ask,
      );
      expect(err).toContain('Choose the state');
      expect(err).toContain('Enter an amount in dollars, such as 79 or 79.50');
      expect(code).toBe(0);
      const other = new pg.Client(empty.url);
      await other.connect();
      const { rows } = await other.query(`
        select company_name, legal_name, company_phone, provider.name, crapackageid, base_price_cents, renewal_price_cents
        from portal_brand, screening_package join screening_provider provider using (craid)`);
      await other.end();
      expect(rows).toEqual([
        {
          company_name: 'Northgate',
          legal_name: 'Northgate',
          company_phone: '5185550100',
          name: 'Agency, Inc.',
          crapackageid: 'BASIC',
          base_price_cents: 5950,
          renewal_price_cents: 5950,
        },
      ]);
    } finally {
      await empty.drop();
    }
  });

  it('takes nothing invented into production', async () => {
    const example: SetupFile = JSON.parse((await shield(['setup', '--example'], environment)).out);
    const { brand, terms, catalogue, admin } = example;
    const refusal = (file: SetupFile, kind: 'development' | 'production' = 'production') => {
      try {
        requireEdited({ environment: kind }, file);
        return [];
      } catch (error) {
        return (error as Error).message.split('\n').slice(1);
      }
    };
    expect(refusal(example, 'development')).toEqual([]);
    expect(refusal(example)).toEqual(
      expect.arrayContaining([
        '  brand.company_name',
        '  brand.sender_address',
        '  terms.portal',
        '  admin.emailaddress',
        '  catalogue.providers.0.name',
        '  catalogue.consent_documents.0.body',
      ]),
    );
    const written = (file: SetupFile): SetupFile =>
      JSON.parse(JSON.stringify(file), (key, value) =>
        typeof value === 'string' && !['company_city', 'company_state'].includes(key)
          ? `${value} (ours)`
          : value,
      );
    const edited = { ...written(example), catalogue: { ...catalogue, ...written(example).catalogue } };
    expect(refusal(edited)).toEqual([]);
    expect(refusal({ ...edited, terms: { ...edited.terms, score: ` ${terms.score}\n` } })).toEqual([
      '  terms.score',
    ]);
    expect(
      refusal({ ...edited, admin, brand: { ...edited.brand, company_phone: brand.company_phone } }),
    ).toEqual(['  brand.company_phone', '  admin.emailaddress']);
  });

  it('makes a further admin, once for an address', async () => {
    await setUp();
    const words = ['user', 'create-admin', '--email', 'Grace@Example.com'];
    expect(await shield(words, environment)).toMatchObject({ code: 0 });
    expect((await shield(words, environment)).err).toBe('grace@example.com already has an account.');
    expect((await shield(['user', 'create-admin', '--email', 'nobody'], environment)).code).toBe(64);
    const { rows } = await pool.query(`select role from account where emailaddress = 'grace@example.com'`);
    expect(rows).toEqual([{ role: 'ADMIN' }]);
  });

  it('makes a company for a person who has an account', async () => {
    await setUp();
    const words = ['company', 'create', '--name', 'Acme Builders', '--owner', 'owner@acme.test'];
    expect((await shield(words, environment)).err).toContain('owner@acme.test has no account. Register at');
    await pool.query(`
      with made as (
        insert into account (id, emailaddress, password_hash, password_changed_at, firstname, lastname, registered_at,
          registered_host)
        values (gen_random_uuid(), 'owner@acme.test', 'x', now(), 'Olivia', 'Acker', now(), '') returning id
      ) insert into session_facts (account_id) select id from made`);
    const made = await shield([...words, '--host', 'acme'], environment);
    expect(made.err).toBe('');
    expect(made.out).toMatch(/^Created Acme Builders \([0-9a-f-]{36}\), owned by owner@acme\.test\.$/);
    expect((await shield(words, environment)).err).toBe('Error: User already attached to another team.');
    expect(await count('company')).toBe(1);
  });

  it('exports the catalogue and takes it back', async () => {
    await setUp();
    const { out } = await shield(['catalogue', 'export'], environment);
    const catalogue = JSON.parse(out);
    expect(await shield(['catalogue', 'import', write(catalogue), '--yes'], environment)).toMatchObject({
      code: 0,
      out: 'The catalog already matches the file.',
    });
    catalogue.packages[0].base_price_cents = 8900;
    const dry = await shield(['catalogue', 'import', write(catalogue), '--dry-run'], environment);
    expect(dry.out).toBe(
      'replaced package 2/NATIONAL\n    base_price_cents: 7900 -> 8900\n1 change; nothing was written.',
    );
    expect(await count('screening_package')).toBe(2);
    expect((await shield(['catalogue', 'import', file, '--yes'], environment)).out).toContain(
      'Made 1 change.',
    );
    expect(await count('screening_package')).toBe(3);
    expect(readFileSync(file, 'utf8')).toContain('8900');
  });
});
