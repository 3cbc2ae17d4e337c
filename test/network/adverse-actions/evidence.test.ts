import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, test } from 'vitest';
import { evidenceAt } from '#modules/network/adverse-actions/sealed.ts';
import {
  downloadAdverseEvidence,
  downloadAdverseEvidenceForStaff,
  type EvidenceFile,
  evidenceFile,
  openMyNotice,
  sendFinalNotice,
} from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { newSharing, startAdverse } from '#test/factories/adverse.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { faultsForReaders } from '#test/pdf-tags.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { runAsOwner } from '#test/sql.ts';
import { shield } from '../../cli/terminal.ts';

/** The evidence of adverse actions as files, and `shield adverse verify`. */

const portal = await testPortal({ now: new Date('2026-08-03T15:00:00Z') });
// The command reads values that the portal of the test encrypted.
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const folder = mkdtempSync(join(tmpdir(), 'shieldhub-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One that the company decided, after the person read its notice. */
async function newDecided() {
  const sharing = await newSharing(portal);
  const adverseid = await startAdverse(portal, sharing);
  await sharing.visitor.perform(openMyNotice, { adverseid });
  portal.clock.advance(9 * DAY);
  const owner = await signIn(portal, sharing.company.owner);
  await owner.perform(sendFinalNotice, { adverseid });
  await portal.runJobs();
  return { sharing, owner, adverseid };
}
const { sharing, owner, adverseid } = await newDecided();

const verify = (...words: string[]) =>
  shield(['adverse', 'verify', ...words], {
    DATABASE_URL: portal.databaseUrl,
    DATA_FOLDER: portal.config.dataFolder,
  });
const { file: json, number } = await owner.perform(downloadAdverseEvidence, { adverseid, format: 'json' });
const parsed = (): EvidenceFile => evidenceFile.parse(JSON.parse(Buffer.from(json).toString()));
function keep(evidence: unknown): string {
  const path = join(folder, 'evidence.json');
  writeFileSync(path, JSON.stringify(evidence));
  return path;
}

test('owner, admins and staff download the evidence; a viewer and another company don’t', async () => {
  const { company } = sharing;
  const [viewer, admin] = [
    await newTeamMember(portal, company, 'viewer'),
    await newTeamMember(portal, company, 'admin'),
  ];
  const wanted = { adverseid, format: 'json' } as const;
  const refused = await refusalOf(viewer.visitor.perform(downloadAdverseEvidence, wanted));
  expect(refused.code).toBe('role-too-low');
  const { owner: other } = await newCompany(portal);
  const foreign = await refusalOf(other.visitor.perform(downloadAdverseEvidence, wanted));
  expect(foreign.code).toBe('not-found');
  const staff = (await newStaff(portal)).visitor;
  for (const file of [
    await admin.visitor.perform(downloadAdverseEvidence, wanted),
    await staff.perform(downloadAdverseEvidenceForStaff, wanted),
  ])
    expect(JSON.parse(Buffer.from(file.file).toString())).toMatchObject({ case: { id: adverseid, number } });
});

test('the PDF names each entry and notice with its hash, and everybody can read it', async () => {
  const visitor = await signIn(portal, sharing.company.owner);
  const { file } = await visitor.perform(downloadAdverseEvidence, { adverseid, format: 'pdf' });
  const pdf = Buffer.from(file).toString('base64');
  expect(await faultsForReaders(pdf)).toEqual([]);
  const words = (await pdfPages(pdf)).join(' ').replace(/\s+/g, ' ');
  expect(words).toContain(`Evidence of adverse action ${number}`);
  const { entries, notices } = parsed();
  expect(entries.map(({ kind }) => kind)).toEqual([
    'purpose',
    'started',
    'delivered',
    'opened',
    'final',
    'final-delivered',
  ]);
  const letters = words.replaceAll(' ', '');
  for (const { sha256 } of [...entries, ...notices]) expect(letters).toContain(sha256);
  expect(words).toContain('has decided not to give you site access');
});

test('what is stored and what was downloaded is found as it was written', async () => {
  const stored = await verify(adverseid);
  expect(stored).toMatchObject({ code: 0, err: '' });
  expect(stored.out).toMatch(/^First notice, round 1 +as recorded +[0-9a-f]{64}$/m);
  expect(stored.out).toMatch(/^Report +as recorded +[0-9a-f]{64}$/m);
  const file = await verify('--file', keep(parsed()));
  expect(file).toMatchObject({ code: 0, err: '' });
  expect(file.out).toContain(`The evidence of ${number} is as it was written.`);
  expect(await verify(sharing.connectionid)).toMatchObject({
    code: 66,
    err: `There is no adverse action ${sharing.connectionid}.`,
  });
  for (const typed of [number, number.toLowerCase(), number.replace(/\D/g, '')])
    expect(await verify(typed)).toEqual(stored);
  const another = number.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  expect(await verify(another)).toMatchObject({ code: 66, err: `There is no adverse action ${another}.` });
  expect(await verify(number, '--file', keep(parsed()))).toEqual(file);
  expect((await verify(another, '--file', keep(parsed()))).err).toContain(
    `is about the adverse action ${number}`,
  );
  expect(await verify('A-12')).toMatchObject({ code: 64 });
  expect(await verify()).toMatchObject({ code: 64 });
  expect((await verify(sharing.connectionid, '--file', keep(parsed()))).err).toContain('is about');
  expect((await verify('--file', keep({}))).err).toContain('is not the evidence of an adverse action');
});

const changes: [string, (file: EvidenceFile) => void, RegExp][] = [
  [
    'the time of an entry',
    ({ entries: [, , third] }) => {
      if (third) third.at = '2026-08-01T15:00:00.000Z';
    },
    /^Entry 3: delivered differs: [0-9a-f]{64}$/m,
  ],
  [
    'an entry that is left out',
    ({ entries }) => entries.splice(3, 1),
    /^Entry 5: final differs: an entry before it is missing$/m,
  ],
  [
    'the words of a notice',
    ({ notices: [first] }) => {
      if (first) first.content.title = 'Something else';
    },
    /^First notice, round 1 differs: [0-9a-f]{64}$/m,
  ],
  [
    'a notice that is left out',
    ({ notices }) => notices.pop(),
    /^Notice of entry 5 differs: it is missing$/m,
  ],
  [
    'the report of a notice',
    ({ notices: [first] }) => {
      if (first) first.report_sha256 = '0'.repeat(64);
    },
    /^First notice, round 1 differs: no entry names it and its report$/m,
  ],
  [
    'the end of the case',
    ({ entries }) => entries.splice(4),
    /^Case differs: its end is not that of the entries$/m,
  ],
  [
    'a wait that is longer than it was',
    (file) => {
      file.case.wait_ends_at = '2026-09-01T05:00:00.000Z';
    },
    /^Case differs: it was decided within the wait$/m,
  ],
  [
    'a fact that has no hash',
    (file) => {
      file.case.decision = 'hire you';
    },
    /^Seal differs: /m,
  ],
];

it.each(changes)('a file in which was changed: %s', async (_name, change, told) => {
  const evidence = parsed();
  change(evidence);
  const { code, err } = await verify('--file', keep(evidence));
  expect(code).toBe(1);
  expect(err).toMatch(told);
  expect(err).toMatch(/^Seal differs: /m);
});

test('a stored row that was changed or removed is found', async () => {
  const { owner, adverseid } = await newDecided();
  const { file } = await owner.perform(downloadAdverseEvidence, { adverseid, format: 'json' });
  const row = async (position: number) =>
    (
      await portal.pool.query(
        'select id, detail from adverse_evidence where adverse_action_id = $1 and position = $2',
        [adverseid, position],
      )
    ).rows[0];
  const changed = async (change: string) => {
    const keeps = 'trigger adverse_evidence_keeps';
    await runAsOwner(
      portal,
      `alter table adverse_evidence disable ${keeps}; ${change}; alter table adverse_evidence enable ${keeps}`,
    );
    return verify(adverseid);
  };
  const { id, detail } = await row(4);
  const update = (values: string) => `update adverse_evidence set ${values} where id = '${id}'`;
  const later = await changed(update(`at = at + interval '1 hour'`));
  expect(later).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Entry 4: opened differs: [0-9a-f]{64}$/),
  });
  await changed(update(`at = at - interval '1 hour'`));
  const other = portal.keys.encrypt(JSON.stringify({ who: 'Somebody', note: '' }), evidenceAt(id));
  for (const sealed of [other, detail.replace(/.{4}$/, 'AAAA')]) {
    expect((await changed(update(`detail = '${sealed}'`))).err).toMatch(/^Entry 4: opened differs: /);
  }
  expect((await changed(update(`detail = '${detail}'`))).code).toBe(0);
  const gone = await changed(
    `delete from adverse_evidence where adverse_action_id = '${adverseid}' and position >= 5`,
  );
  expect(gone.code).toBe(1);
  expect(gone.err).toContain('Final notice differs: no entry names it and its report');
  expect(gone.err).toContain('Case differs: its end is not that of the entries');
  // The file tells what is missing.
  expect((await verify('--file', keep(JSON.parse(Buffer.from(file).toString())))).err).toBe(
    'As stored differs: no such entry',
  );
});
