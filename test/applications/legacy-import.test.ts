import { describe, expect, test } from 'vitest';
import { importLegacy, readLegacyFile } from '#modules/applications/index.ts';
import {
  archiveShieldIds,
  compareArchive,
  type FormerShieldId,
} from '#modules/applications/linking/account-linking.ts';
import { checkDigit } from '#modules/platform/checkdigit.ts';
import { DAY } from '#modules/platform/index.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

/** What a file of former ShieldIDs may say, and what is archived of it. */

const portal = await testPortal();
portal.clock.stop();

const header = 'shieldid,ssn,dateofbirth';
let numbers = 0;

/** A ShieldID that was never used. */
function numbered(): string {
  numbers += 1;
  const digits = String(60_000_000 + numbers);
  return `TX${digits}${checkDigit(digits)}`;
}

const former = (changes: Partial<FormerShieldId> = {}): FormerShieldId => ({
  number: numbered(),
  ssn: '900-60-0001',
  dateofbirth: '1980-02-01',
  ...changes,
});
const archive = (rows: readonly FormerShieldId[]) =>
  portal.work('test.archive', (work) => archiveShieldIds(work, rows));
const compare = (rows: readonly FormerShieldId[]) =>
  portal.work('test.compare', (work) => compareArchive(work, rows));
const bring = (rows: readonly FormerShieldId[], options: { dryRun?: boolean } = {}) =>
  portal.work('test.import', (work) =>
    importLegacy(work, { former: [...rows], lines: rows.map((_, at) => at + 2), faults: [] }, options),
  );

async function imports(): Promise<number> {
  const { rows } = await portal.pool.query(
    `select from audit_entry where action = 'applications.legacy-imported'`,
  );
  return rows.length;
}

const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

describe('the file', () => {
  test('may have a byte order mark, quotes, spaces, empty lines and both kinds of dates', () => {
    const [one, two, three] = [numbered(), numbered(), numbered()];
    const file = readLegacyFile(
      [
        `\uFEFF shieldid , "ssn",dateofbirth `,
        `${one},900-60-0001,1980-02-01`,
        '',
        `  `,
        ` "${two}" , "900600002" , 02/03/1981 `,
        `${three},900600003,1981-02-03\r`,
        '',
      ].join('\n'),
    );
    expect(file.faults).toEqual([]);
    expect(file.lines).toEqual([2, 5, 6]);
    expect(file.former.map(({ number, dateofbirth }) => [number, dateofbirth])).toEqual([
      [one, '1980-02-01'],
      [two, '1981-02-03'],
      [three, '1981-02-03'],
    ]);
  });

  test.each([
    ['a ShieldID that is none', (number: string) => `${number}0,900-60-0001,1980-02-01`, ['shieldid: not']],
    ['no SSN', (number: string) => `${number},,1980-02-01`, ['ssn: not']],
    ['no date', (number: string) => `${number},900-60-0001,`, ['dateofbirth: not']],
    [
      'a cell too few',
      (number: string) => `${number},900-60-0001`,
      ['expected 3 columns', 'dateofbirth: not'],
    ],
    ['a cell too many', (number: string) => `${number},900-60-0001,1980-02-01,`, ['expected 3 columns']],
  ])('is read without a line with %s', (_what, line, faults) => {
    const file = readLegacyFile(
      [header, line(numbered()), `${numbered()},900-60-0002,1980-02-01`].join('\n'),
    );
    expect(file.faults).toEqual(faults.map((fault) => expect.stringContaining(`line 2: ${fault}`)));
    expect(file.lines).toEqual([3]);
  });

  test('names a number twice', () => {
    const line = `${numbered()},900-60-0001,1980-02-01`;
    const file = readLegacyFile([header, line, line].join('\n'));
    expect(file.faults).toEqual(['line 3: shieldid: is in the file twice']);
    expect(file.former).toHaveLength(1);
  });
});

describe('a former ShieldID', () => {
  test('is compared with the archive and with the ShieldIDs in use, by SSN and date of birth', async () => {
    const known = former({ ssn: '900600007' });
    await archive([known, former()]);
    await archive([]);
    const { shieldId } = await newScoredPerson(portal);
    expect(
      await compare([
        former(),
        known,
        { ...known, ssn: '900-60-0007' },
        { ...known, ssn: '900-60-0008' },
        { ...known, dateofbirth: '1980-02-02' },
        former({ number: shieldId }),
      ]),
    ).toEqual(['new', 'kept', 'kept', 'taken', 'taken', 'taken']);
  });

  test('is imported once, unless a single one of the file is a fault', async () => {
    const before = await imports();
    const [one, two, three] = [former(), former({ dateofbirth: dayIn(-1) }), former()];
    expect(await bring([one, two], { dryRun: true })).toEqual({ added: 2, kept: 0, faults: [] });
    expect(await compare([one, two])).toEqual(['new', 'new']);
    expect(await imports()).toBe(before);
    expect(await bring([one, two])).toEqual({ added: 2, kept: 0, faults: [] });
    expect(await imports()).toBe(before + 1);
    expect(await bring([one, two])).toEqual({ added: 0, kept: 2, faults: [] });
    expect(await imports()).toBe(before + 1);
    expect(
      await bring([one, three, { ...two, ssn: '900-60-0009' }, former({ dateofbirth: dayIn(0) })]),
    ).toEqual({
      added: 1,
      kept: 1,
      faults: ['line 4: shieldid: belongs to somebody else', 'line 5: dateofbirth: not in the past'],
    });
    expect(await compare([three])).toEqual(['new']);
  });

  test('is imported in batches of a thousand, and a fault in a later one has the number of its line', async () => {
    const many = Array.from({ length: 1_002 }, () => former());
    const taken = { ...many[1_001], ssn: '900-60-0009' } as FormerShieldId;
    expect(await bring(many)).toEqual({ added: 1_002, kept: 0, faults: [] });
    expect(await compare(many.slice(998))).toEqual(['kept', 'kept', 'kept', 'kept']);
    expect(await bring([...many.slice(0, 1_001), taken])).toEqual({
      added: 0,
      kept: 1_001,
      faults: ['line 1003: shieldid: belongs to somebody else'],
    });
  });
});
