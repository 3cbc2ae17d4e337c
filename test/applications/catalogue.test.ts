import { afterEach, describe, expect, it } from 'vitest';
import {
  type CatalogueFile,
  exportCatalogue,
  getApplicationSteps,
  importCatalogue,
  listPackages,
} from '#modules/applications/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newApplication } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf, runAsOwner } from '#test/sql.ts';

const portal = await testPortal();
const start = await read();

function read(): Promise<CatalogueFile> {
  return portal.work('test', exportCatalogue);
}

function bring(file: unknown, options?: { dryRun: boolean }) {
  return portal.work('test', (work) => importCatalogue(work, file, options));
}

/** The file, with other values for its national package. */
function withNational(changes: Partial<CatalogueFile['packages'][number]>): CatalogueFile {
  const [national, ...others] = start.packages;
  if (!national) throw new Error('no package');
  return { ...start, packages: [{ ...national, ...changes }, ...others] };
}

afterEach(() => bring(start));

describe('the catalogue as a file', () => {
  it('comes back as it was exported, without a change', async () => {
    expect(start.packages.map(({ crapackageid }) => crapackageid)).toEqual(['NATIONAL', 'NEWYORK']);
    expect(await bring(start)).toEqual([]);
    expect(await read()).toEqual(start);
  });

  it('takes steps without an ID verification or paper, which not every package has', async () => {
    const steps = start.packages[0]?.steps ?? [];
    for (const key of ['idverification', 'manual']) {
      const left = steps.filter(({ step_key }) => step_key !== key);
      await expect(bring(withNational({ steps: left }), { dryRun: true })).resolves.toHaveLength(1);
    }
  });

  it('asks how to sign in a package that takes paper, and in no other', async () => {
    const pages = () =>
      rowsOf(
        portal,
        sql`select page_type from package_step join screening_package package on package.id = package_id
          where crapackageid = 'NATIONAL' and active and step_key = 'esign'`,
      );
    expect(await pages()).toEqual([{ page_type: 'digital_signature_choice' }]);
    const steps = start.packages[0]?.steps.filter(({ step_key }) => step_key !== 'manual') ?? [];
    await bring(withNational({ steps }));
    expect(await pages()).toEqual([{ page_type: 'consent' }]);
  });

  it('says what it would do and does nothing in a dry run', async () => {
    const changes = await bring(withNational({ base_price_cents: 8900 }), { dryRun: true });
    expect(changes).toEqual([
      { what: 'package 2/NATIONAL', change: 'replaced', details: ['base_price_cents: 7900 -> 8900'] },
    ]);
    expect(await read()).toEqual(start);
  });

  it('withdraws a package that the file leaves out once, not at each import', async () => {
    const [national] = start.packages;
    const alone = { ...start, packages: national ? [national] : [] };
    expect(await bring(alone)).toMatchObject([{ what: 'package 2/NEWYORK', change: 'withdrawn' }]);
    expect(await bring(alone)).toEqual([]);
  });

  it('keeps price and steps of what is sold: a change makes a new package', async () => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    await newApplication(portal, accountId, 'waituser');
    const [before] = await portal.work('test', listPackages);
    const steps = start.packages[0]?.steps.filter(({ step_key }) => step_key !== 'jurisdictions') ?? [];
    await bring(withNational({ base_price_cents: 8900, steps }));

    const [after] = await portal.work('test', listPackages);
    expect(after).toMatchObject({ crapackageid: 'NATIONAL', base_price_cents: 8900 });
    expect(after?.id).not.toBe(before?.id);
    const { rows } =
      await sql`select base_price_cents, active from screening_package where id = ${before?.id}`.execute(
        portal.db,
      );
    expect(rows).toEqual([{ base_price_cents: 7900, active: false }]);
    const begun = await visitor.perform(getApplicationSteps, {});
    expect(begun.steps.map(({ step_key }) => step_key)).toContain('jurisdictions');
    expect((await read()).packages[0]?.steps).toEqual(steps);
    await expect(
      sql`update screening_package set base_price_cents = 1 where id = ${before?.id}`.execute(portal.db),
    ).rejects.toThrow(/keeps its price/);
    await expect(runAsOwner(portal, 'delete from package_step')).rejects.toThrow(/keeps/);
  });

  it('changes each entry by itself, in the order of the file, and says what changed', async () => {
    const [provider, ...providers] = start.providers;
    const [first, ...jurisdictions] = [...start.jurisdictions].reverse();
    if (!provider || !first) throw new Error('an empty catalogue');
    const file = {
      ...start,
      providers: [{ ...provider, name: 'Renamed', mail_address: 'Dallas' }, ...providers],
      packages: [...start.packages].reverse().map((row, at) => ({ ...row, enabled: at > 0 })),
      jurisdictions: [{ ...first, description: 'Renamed' }, ...jurisdictions],
    };
    const changes = await bring(file);
    expect(await read()).toEqual(file);
    expect(changes).toEqual(
      expect.arrayContaining([
        {
          what: `provider ${provider.craid}`,
          change: 'changed',
          details: [
            `name: ${provider.name} -> Renamed`,
            expect.stringMatching(/^mail_address: .* -> .*Dallas/),
          ],
        },
        { what: 'package 2/NATIONAL', change: 'moved', details: ['position: 1 -> 2'] },
        {
          what: expect.stringContaining('NEWYORK'),
          change: 'changed',
          details: ['enabled: true -> false', 'position: 2 -> 1'],
        },
        {
          what: `jurisdiction ${first.abbr}`,
          change: 'changed',
          details: [
            `description: ${first.description} -> Renamed`,
            `position: ${start.jurisdictions.length} -> 1`,
          ],
        },
      ]),
    );
    const { rows } = await portal.pool.query('select position from jurisdiction order by position');
    expect(rows.map(({ position }) => position)).toEqual(start.jurisdictions.map((_, at) => at + 1));
  });

  it('adds a provider, a package behind the others, and a document, each in its first version', async () => {
    const [provider] = start.providers;
    const [national] = start.packages;
    const [document] = start.consent_documents;
    if (!provider || !national || !document) throw new Error('an empty catalogue');
    const notice = { ...document, craid: provider.craid, kind: 'notice' as const, state: 'ME' as const };
    const file = {
      ...start,
      packages: [...start.packages, { ...national, crapackageid: 'THIRD', default_package: true }],
      consent_documents: [...start.consent_documents, notice],
    };
    let written: unknown[] = [];
    // It is rolled back, because a package and a document stay for good.
    const undone = portal.work('test', async (work) => {
      await importCatalogue(work, file);
      written = await rowsOf(
        work,
        sql`select package.version, package.position, package.active, package.default_package,
            (select array_agg(position order by position) from package_step where package_id = package.id) as steps,
            (select version from consent_document
             where kind = 'notice' and state = 'ME' and craid = ${provider.craid}) as notice
          from screening_package package where crapackageid = 'THIRD'`,
      );
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(written).toEqual([
      {
        version: 1,
        position: start.packages.length + 1,
        active: true,
        default_package: true,
        steps: national.steps.map((_, at) => at + 1),
        notice: 1,
      },
    ]);
  });

  it('publishes a document that reads differently as a new version, without scripts', async () => {
    const [esign, ...others] = start.consent_documents;
    if (!esign) throw new Error('no document');
    const body = `${esign.body}<p>One sentence more.</p><script>steal()</script>`;
    const changes = await bring({ ...start, consent_documents: [{ ...esign, body }, ...others] });
    expect(changes).toMatchObject([
      { what: `document ${esign.craid}/${esign.kind}, version 2`, change: 'published' },
    ]);
    const { rows } = await sql<{ version: number; body: string }>`
      select version, body from consent_document where craid = ${esign.craid} and kind = ${esign.kind}
      order by version`.execute(portal.db);
    expect(rows).toEqual([
      { version: 1, body: esign.body },
      { version: 2, body: `${esign.body}<p>One sentence more.</p>` },
    ]);
  });

  it('withdraws a package that is left out, and keeps a jurisdiction that an application names', async () => {
    const { accountId } = await newPersonWithoutTwoStep(portal);
    const applicationId = await newApplication(portal, accountId, 'waituser');
    await sql`insert into application_jurisdiction values (${applicationId}, 'ME')`.execute(portal.db);
    const changes = await bring({
      ...start,
      packages: start.packages.slice(1),
      jurisdictions: start.jurisdictions.filter(({ abbr }) => abbr !== 'ME' && abbr !== 'WA'),
    });
    expect(changes.map(({ what, change }) => `${change} ${what}`)).toEqual(
      expect.arrayContaining([
        'withdrawn package 2/NATIONAL',
        'kept jurisdiction ME',
        'removed jurisdiction WA',
      ]),
    );
    expect((await portal.work('test', listPackages)).map(({ crapackageid }) => crapackageid)).toEqual([
      'NEWYORK',
    ]);
  });

  it('writes down each change for staff', async () => {
    const count = async () => {
      const { rows } = await sql<{ detail: { what: string } }>`
        select detail from audit_entry where action = 'applications.catalogue-changed' order by at, id`.execute(
        portal.db,
      );
      return rows.length;
    };
    const before = await count();
    await bring(withNational({ renewal_price_cents: 6900 }));
    expect(await count()).toBe(before + 1);
  });

  const [national] = start.packages;
  const steps = national?.steps ?? [];
  type Key = (typeof steps)[number]['step_key'];
  const without = (key: Key) => steps.filter(({ step_key }) => step_key !== key);
  /** The steps, with one of them moved before another. */
  const moved = (key: Key, to: Key) =>
    without(key).flatMap((step) =>
      step.step_key === to ? [...steps.filter(({ step_key }) => step_key === key), step] : [step],
    );
  const withStates = (key: Key, states: (typeof steps)[number]['states']) =>
    steps.map((step) => (step.step_key === key ? { ...step, states } : step));
  const [document] = start.consent_documents;
  const faults: [string, object, string][] = [
    ['an unknown field', { ...start, extra: 1 }, 'extra'],
    ['no package', { ...start, packages: [] }, 'packages'],
    ['a package of an unknown provider', withNational({ craid: '9' }), 'There is no provider 9'],
    ['a package twice', { ...start, packages: [national, national] }, 'twice'],
    [
      'a step less',
      withNational({ steps: national?.steps.slice(1) ?? [] }),
      'The e-sign consent (esign) is needed',
    ],
    ['a negative price', withNational({ base_price_cents: -1 }), 'base_price_cents'],
    ['a price that the provider does not charge', withNational({ base_price_cents: 49 }), 'base_price_cents'],
    ['a renewal below it', withNational({ renewal_price_cents: 49 }), 'renewal_price_cents'],
    ['documents missing', { ...start, consent_documents: [] }, 'has no document for the step esign'],
    [
      'a document of an unknown provider',
      { ...start, consent_documents: [...start.consent_documents, { ...document, craid: '9' }] },
      'There is no provider 9',
    ],
    [
      'a document for a state that is no notice',
      { ...start, consent_documents: [...start.consent_documents, { ...document, state: 'ME' }] },
      'A notice, and nothing else, is for a state',
    ],
    ['a provider twice', { ...start, providers: [...start.providers, ...start.providers] }, 'twice'],
    [
      'a jurisdiction twice',
      { ...start, jurisdictions: [...start.jurisdictions, ...start.jurisdictions] },
      'twice',
    ],
    [
      'two packages that are offered first',
      { ...start, packages: start.packages.map((row) => ({ ...row, default_package: true })) },
      'Only one package can be offered first',
    ],
    ...(
      [
        ['a step twice', [...steps.slice(0, 2), ...steps.slice(1)], 'A step is in the list twice'],
        ['no disclosure', without('disclosure'), 'The disclosure (disclosure) is needed'],
        ['no authorization', without('authorization'), 'The authorization (authorization) is needed'],
        ['no name', without('name'), 'The step with the name (name) is needed'],
        ['no address', without('address'), 'The step with the addresses (address) is needed'],
        ['no review at the end', without('review'), 'The last steps are the submission'],
        ['no submission', without('submit'), 'The last steps are the submission'],
        ['a step behind the submission', moved('submit', 'idverification'), 'The last steps are'],
        [
          'an e-sign consent that comes later',
          moved('esign', 'name'),
          'The e-sign consent (esign) comes first',
        ],
        ['an ID verification before the name', moved('idverification', 'name'), 'The name comes before'],
        [
          'an authorization before the disclosure',
          moved('authorization', 'disclosure'),
          'comes before the auth',
        ],
        ['a name for one state', withStates('name', ['ME']), 'The step name is for all states'],
        ['a notice for no state', withStates('notice-CA', []), 'needs the states that it is for'],
        ['a notice for a state twice', withStates('notice-CA', ['CA', 'CA']), 'names a state twice'],
      ] as const
    ).map(([what, list, says]): [string, object, string] => [what, withNational({ steps: [...list] }), says]),
  ];
  it.each(faults)('is refused with %s, and nothing is written', async (_fault, file, says) => {
    await expect(bring(file)).rejects.toThrow(says);
    expect(await read()).toEqual(start);
  });
});
