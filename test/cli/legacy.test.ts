import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listLegacyAccounts } from '#modules/admin/index.ts';
import { lookUpArchivedShieldId, switchLinking } from '#modules/applications/index.ts';
import { checkDigit } from '#modules/platform/checkdigit.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const portal = await testPortal();
const folder = mkdtempSync(join(tmpdir(), 'legacy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = { DATABASE_URL: portal.databaseUrl, DATA_FOLDER: portal.config.dataFolder };
// The portal that links a ShieldID finds it by a hash of the SSN, so it must use the same key.
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });

const header = 'shieldid,ssn,dateofbirth';
const numbered = (digits: string) => `TX${digits}${checkDigit(digits)}`;

let files = 0;
function importing(lines: readonly string[], ...options: string[]) {
  files += 1;
  const file = join(folder, `${files}.csv`);
  writeFileSync(file, lines.join('\r\n'));
  return shield(['legacy', 'import', file, ...options], environment);
}

async function archive(number: string) {
  const { rows } = await portal.pool.query('select * from archived_shield_id where number = $1', [number]);
  return rows;
}

test('F21: shield legacy import archives ShieldIDs once, and their owner links one', async () => {
  const [one, two] = [numbered('41000001'), numbered('41000002')];
  const lines = [header, `${one},900-41-0001,1980-02-01`, `"${two}","900410002","02/03/1981"`, ''];
  expect(await importing(lines, '--dry-run')).toEqual({
    code: 0,
    out: '2 new, 0 already imported; nothing was written.',
    err: '',
  });
  expect(await archive(one)).toEqual([]);
  expect(await importing(lines)).toEqual({ code: 0, out: '2 new, 0 already imported.', err: '' });
  expect(await importing(lines)).toEqual({ code: 0, out: '0 new, 2 already imported.', err: '' });
  expect(JSON.stringify(await archive(two))).not.toMatch(/900410002|900-41-0002/);
  const { rows } = await portal.pool.query(
    `select detail from audit_entry where action = 'applications.legacy-imported' and detail->>'added' = '2'`,
  );
  expect(rows).toHaveLength(1);

  const staff = await newStaff(portal);
  const unlinked = async () =>
    (await staff.visitor.perform(listLegacyAccounts, {})).accountlist
      .map(({ craaccountid }) => craaccountid)
      .filter((number) => number === one || number === two);
  expect(await unlinked()).toEqual([one, two]);
  await portal.work('test.linking', (work) => switchLinking(work, true));
  const { visitor } = await newPerson(portal);
  const proof = { shieldid: two, ssn: '900-41-0002', dateofbirth: '1981-02-03' };
  expect(await visitor.perform(lookUpArchivedShieldId, proof)).toEqual({ matchfound: true, shieldid: two });
  expect(await unlinked()).toEqual([one]);
  // The same file again, after one of its ShieldIDs was linked.
  expect(await importing(lines)).toMatchObject({ code: 0, out: '0 new, 2 already imported.' });
});

test('a fault is told by its line, without what stands there, and then nothing is imported', async () => {
  const [good, twice] = [numbered('42000001'), numbered('42000002')];
  const { code, out, err } = await importing([
    header,
    `${good},900-42-0001,1980-02-01`,
    `${good.slice(0, -1)}${(Number(good.at(-1)) + 1) % 10},900-42-0002,1980-02-01`,
    `${twice},900-42-000,1980-02-30`,
    `${twice},900-42-0003,1980-02-01,more`,
  ]);
  expect({ code, out }).toEqual({ code: 65, out: '' });
  expect(
    err
      .split('\n')
      .slice(1)
      .map((line) => line.trim()),
  ).toEqual([
    'line 3: shieldid: not two letters and nine digits with their check digit',
    'line 4: ssn: not nine digits that can be an SSN',
    'line 4: dateofbirth: not a date after 01/01/1900',
    'line 5: expected 3 columns',
    'line 5: shieldid: is in the file twice',
  ]);
  expect(err).not.toContain('900-42');
  expect(await archive(good)).toEqual([]);
  const elsewhere = await importing(['shieldid,dateofbirth,ssn', `${good},1980-02-01,900-42-0001`]);
  expect(elsewhere).toMatchObject({ code: 65, err: expect.stringContaining('line 1: expected the columns') });
});

test('a ShieldID that belongs to somebody else, or a date to come, is a fault', async () => {
  const [mine, fresh] = [numbered('43000001'), numbered('43000002')];
  await importing([header, `${mine},900-43-0001,1980-02-01`]);
  const other = await importing([
    header,
    `${fresh},900-43-0002,1980-02-01`,
    `${mine},900-43-0009,1980-02-01`,
    `${numbered('43000003')},900-43-0003,2999-01-01`,
  ]);
  expect(other.code).toBe(65);
  expect(other.err).toContain('line 3: shieldid: belongs to somebody else');
  expect(other.err).toContain('line 4: dateofbirth: not in the past');
  expect(await archive(fresh)).toEqual([]);
});
