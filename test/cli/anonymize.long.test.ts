// Takes long: the demo data is made, copied without personal data, restored, and read through.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { tableCopies } from '#modules/anonymized.ts';
import { getHome } from '#modules/identity/index.ts';
import { verifyAdverseAction } from '#modules/network/index.ts';
import {
  copiedRows,
  declaredFileColumns,
  declaredSealedColumns,
  KeyRing,
  leftOut,
  listTellingColumns,
  readSealed,
  replacements,
} from '#modules/platform/index.ts';
import { askPage } from '#test/app/page.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '#test/database.ts';
import { signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { lightPasswords, testSecrets } from '#test/secrets.ts';
import type { Visitor } from '#test/visitor.ts';
import { listPageParts } from '../checks/page-list.ts';
import { newInstallation } from './installation.ts';
import { shield } from './terminal.ts';

const installation = newInstallation();
const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function read<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The portal's own words: terms, packages, places and settings, in which a name may be a word like any other. */
const ownWords =
  /^(terms|consent|screening|package|release_note$|jurisdiction|portal_brand|setting|coupon_type)/;
/** Columns in which the portal's own words for a state stay, and only what people wrote goes. */
const ownStates =
  /\.(reason|problem|disabled_for|outcome|object_id|state|pause_reason|two_step_method|kind)$/;

/** Words of made-up values and of the portal's own records. */
const madeUpToo = new Set(['suite', 'street', 'https', 'system', 'mozilla', 'argon2id', 'verifications']);
const ourSentences = new Set(['National Background Check']);
const ourNames = /^[a-z]+\.[a-z-]+$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The texts of a value, also within JSON. */
function textsOf(value: string): string[] {
  if (!/^[[{]/.test(value)) return [value];
  const leaves = (part: unknown): string[] =>
    typeof part === 'string'
      ? [part]
      : part !== null && typeof part === 'object'
        ? Object.values(part).flatMap(leaves)
        : [];
  try {
    return leaves(JSON.parse(value)).filter((text) => !uuid.test(text));
  } catch {
    return [value];
  }
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}@._+-]{5,}/gu) ?? [];

/** Everything of a database in the clear: each value of each table, and each encrypted value opened. */
async function everything(
  url: string,
  keys: KeyRing,
  isTaken: (table: string, column: string) => boolean,
): Promise<string[]> {
  const texts: string[] = [];
  const columns = await read<{ table: string; column: string }>(
    url,
    `select table_name as table, column_name as column from information_schema.columns join information_schema.tables
       using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'mikro_orm_migrations'`,
  );
  for (const { table, column } of columns) {
    if (ownWords.test(table) || !isTaken(table, column)) continue;
    const rows = await read<{ text: string }>(
      url,
      `select distinct "${column}"::text as text from "${table}" where "${column}" is not null`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  for (const { table, column, key, place } of declaredSealedColumns) {
    if (table.includes('.') || table === 'hook_event') continue;
    const rowKey = key.map((part) => `"${part}"::text`).join(` || ':' || `);
    const rows = await read<{ key: string; sealed: string }>(
      url,
      `select ${rowKey} as key, "${column}" as sealed from "${table}" where "${column}" is not null`,
    );
    for (const row of rows)
      if (isTaken(table, column)) texts.push(keys.decryptBytes(row.sealed, place(row.key)).toString('utf8'));
  }
  return texts;
}

test('a copy of the demo data restores, works, and has nothing of anybody', async () => {
  const { dataFolder } = installation;
  writeFileSync(join(dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
  const [source, target] = [await cloneDatabase(), await emptyDatabase()];
  databases.push(source, target);
  const at = (database: TestDatabase, folder: string) => ({
    ...installation.environment,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_FOLDER: folder,
    PASSWORD_MEMORY: lightPasswords,
    SHIELD_OPERATOR: 'Ada Minton',
  });
  expect(await shield(['db', 'seed'], at(source, dataFolder))).toMatchObject({ code: 0 });

  const keyFile = join(dataFolder, 'copy.env');
  const words = ['db', 'anonymize', join(dataFolder, 'copies'), '--keys', keyFile];
  const made = await shield(words, at(source, dataFolder));
  expect(made).toMatchObject({ code: 0, err: '' });
  const file = made.out.split(':')[0] ?? '';
  expect(file).toMatch(/shieldhub-copy-\w+\.backup$/);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const written = readFileSync(keyFile, 'utf8');
  const variables = Object.fromEntries(
    [...written.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const password = /password in the copy: (\S+)/.exec(written)?.[1] ?? '';
  expect(password.length).toBeGreaterThan(10);
  expect(await shield(words, at(source, dataFolder))).toMatchObject({
    code: 64,
    err: expect.stringContaining('already exists. Name a new file.'),
  });

  const copyFolder = join(dataFolder, 'copy');
  const restored = await shield(['db', 'restore', file, '--yes'], {
    ...at(target, copyFolder),
    ...variables,
    SHIELD_OPERATOR: 'Restorer',
  });
  expect(restored).toMatchObject({ code: 0, err: '' });

  // The counts agree, and what is left out is empty.
  for (const table of Object.keys(tableCopies)) {
    const count = async ({ url }: TestDatabase) =>
      (await read<{ n: number }>(url, `select count(*)::int as n from "${table}"`))[0]?.n ?? 0;
    const [before, after] = [await count(source), await count(target)];
    // The restore itself is in the audit log.
    if (table === 'audit_entry') expect(after).toBe(before + 1);
    else if (tableCopies[table] === leftOut)
      expect(after, table).toBeLessThanOrEqual(table === 'encryption_key' ? 1 : 0);
    else expect(after, table).toBe(before);
  }

  // Nothing of anybody is in it, in the clear or encrypted.
  const client = new pg.Client({ connectionString: source.url });
  await client.connect();
  const telling = await listTellingColumns(client).finally(() => client.end());
  const personal = new Set(
    telling.flatMap(({ table, column }) => {
      const replacement = copiedRows(tableCopies, table)?.columns()[column];
      const name = `${table}.${column}`;
      const isSecret = tableCopies[table] === leftOut && /hash|secret|token|public_key|value$/.test(column);
      return isSecret || (replacement && replacement !== replacements.kept && !ownStates.test(name))
        ? [name]
        : [];
    }),
  );
  expect(personal.size).toBeGreaterThan(150);
  const ringOf = (ring: string, lookupKey: string) => {
    const [active = '', key = ''] = ring.split(':');
    return new KeyRing({ active, keys: { [active]: key }, lookupKey, signingKeys: ['none'] });
  };
  const values = await everything(
    source.url,
    ringOf(`dev1:${testSecrets.encryptionKey}`, testSecrets.lookupKey),
    (table, column) => personal.has(`${table}.${column}`),
  );
  const copyKeys = ringOf(variables.KEY_RING ?? '', variables.LOOKUP_KEY ?? '');
  const copy = await everything(target.url, copyKeys, (table) => table !== 'mikro_orm_migrations');
  const there = new Set(copy.flatMap(tokensOf));
  const all = copy.join('\n');
  // Sentences within JSON are searched for as a whole: each of their words may be one of ours.
  const single = new Set(values.filter((value) => !/^[[{]/.test(value)).flatMap(tokensOf));
  expect(single.size).toBeGreaterThan(500);
  const whole = [
    ...new Set(
      values
        .flatMap(textsOf)
        .filter(
          (text) => text.length >= 9 && text.length <= 500 && /\s/.test(text) && !ourSentences.has(text),
        ),
    ),
  ];
  const found = {
    whole: whole.filter((text) => all.includes(text)),
    single: [...single].filter(
      (token) => there.has(token) && !madeUpToo.has(token) && !ourNames.test(token) && !uuid.test(token),
    ),
  };
  expect.soft(found).toEqual({ whole: [], single: [] });
  // Also in a column that is kept, every address is a made-up one.
  const addresses = new Set(all.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g));
  expect(addresses.size).toBeGreaterThan(50);
  expect.soft([...addresses].filter((one) => !/@(people\.example|erased\.invalid)$/.test(one))).toEqual([]);

  // People sign in, and every page that needs no id answers; staff also read each person's record.
  const portal = await testPortal({
    database: target,
    environment: { DATA_FOLDER: copyFolder, ...variables },
    now: new Date(),
  });
  const people = await read<{ id: string; emailaddress: string; role: string; team: string | null }>(
    target.url,
    `select a.id, a.emailaddress, a.role, m.role as team from account a left join team_member m on m.account_id = a.id
     where a.active and a.email_verified_at is not null order by a.registered_at`,
  );
  const one = (role: string, team: string | null) =>
    people.find((each) => each.role === role && each.team === team);
  const pages = (await listPageParts()).filter(
    ({ page, part }) => part === 'loader' && !page.startsWith('/dev/'),
  );
  const faults: string[] = [];
  const look = async (who: string, visitor: Visitor, params: Record<string, string>) => {
    for (const { page, handler } of pages) {
      const names = [...page.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      if (!names.every((name) => name in params) || names.length !== Object.keys(params).length) continue;
      const path = page.replaceAll(/:(\w+)\??/g, (_, name: string) => params[name] ?? '');
      try {
        const answer = await askPage(portal, visitor, handler, { path, params });
        if (answer instanceof Response && answer.status >= 500)
          faults.push(`${who} ${path}: ${answer.status}`);
      } catch (error) {
        faults.push(`${who} ${path}: ${String(error)}`);
      }
    }
  };
  const sample = [one('ADMIN', null), one('USER', 'owner'), one('USER', 'viewer')];
  const individuals = people.filter(({ role, team }) => role === 'USER' && team === null).slice(0, 12);
  let seen = 0;
  for (const person of [...sample, ...individuals]) {
    if (!person) throw new Error('The demo data lacks somebody');
    const visitor = await signIn(portal, { emailaddress: person.emailaddress, password });
    const home = await visitor.perform(getHome, {});
    expect(home).toBeTruthy();
    await look(`${person.role} ${person.team}`, visitor, {});
    if (person.role === 'ADMIN') for (const { id } of people) await look('staff', visitor, { userid: id });
    seen += 1;
  }
  expect(seen).toBe(15);
  expect(faults).toEqual([]);

  // Each file that a row names is there, and can be opened with the keys of the copy.
  let files = 0;
  for (const { table, column } of declaredFileColumns) {
    const rows = await read<{ key: string }>(
      target.url,
      `select "${column}" as key from "${table}" where "${column}" is not null`,
    );
    for (const { key } of rows) expect((await readSealed(portal, key)).length).toBeGreaterThan(100);
    files += rows.length;
  }
  expect(files).toBeGreaterThan(20);

  // What proves an adverse action proves the one of the copy.
  const actions = await read<{ id: string }>(target.url, 'select id from adverse_action');
  expect(actions.length).toBeGreaterThan(0);
  for (const { id } of actions)
    expect((await verifyAdverseAction(portal, id))?.filter(({ differs }) => differs)).toEqual([]);
  await portal.runJobs();
});
