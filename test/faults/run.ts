/**
 * Plants faults in the sources, one at a time, and tells which of them no test sees.
 * `npm run test:faults -- [AREA…] [--sample N] [--seed TEXT] [--at FILE[:LINE]] [--workers N] [--learn] [--list]`
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseServer } from '../database.ts';
import { type Area, areaNames, areas, filesOf } from './areas.ts';
import type { Fault } from './fault.ts';
import { readReach, testsFor } from './reach.ts';
import { listFaults } from './rewrites.ts';
import { Worker } from './worker.ts';

const root = join(import.meta.dirname, '..', '..');

interface Tried {
  area: Area;
  fault: Fault;
  /** The test that saw it; null for none. */
  by: string | null;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string' },
    workers: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    list: { type: 'boolean', default: false },
    learn: { type: 'boolean', default: false },
  },
});

function chosenAreas(): Area[] {
  const unknown = positionals.filter((name) => !(name in areas));
  if (unknown.length > 0)
    throw new Error(`No such area: ${unknown.join(', ')}. Areas: ${areaNames.join(', ')}`);
  return positionals.length > 0 ? (positionals as Area[]) : areaNames;
}

/** Ordered by the seed, so that a sample is the same on every machine and grows with N. */
function inSeededOrder(faults: Fault[]): Fault[] {
  const describeFault = ({ file, kind, before, after, line }: Fault) =>
    createHash('sha256').update([options.seed, file, kind, before, after, line].join('\n')).digest('hex');
  return faults
    .map((fault) => ({ fault, at: describeFault(fault) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ fault }) => fault);
}

/** Takes the same share of each kind of fault. */
function sampleOf(faults: Fault[], size: number): Fault[] {
  const kinds = [...Map.groupBy(inSeededOrder(faults), ({ kind }) => kind).values()];
  const chosen: Fault[] = [];
  for (let round = 0; chosen.length < size && kinds.some((kind) => kind[round]); round += 1) {
    chosen.push(...kinds.flatMap((kind) => kind[round] ?? []));
  }
  return chosen.slice(0, size);
}

function faultsOf(area: Area): Fault[] {
  const found = filesOf(area, root).flatMap((file) =>
    listFaults(file, readFileSync(join(root, file), 'utf8')),
  );
  const [file, line] = options.at?.split(':') ?? [];
  if (file) return found.filter((fault) => fault.file === file && (!line || fault.line === Number(line)));
  return sampleOf(found, options.sample === 'all' ? found.length : Number(options.sample));
}

function words({ file, line, kind, before, after }: Fault): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line}  ${kind}: ${short(before)}  ->  ${short(after)}`;
}

async function tryAll(area: Area, faults: Fault[]): Promise<Tried[]> {
  const reach = await readReach(root, area, options.learn);
  const waiting = [...faults];
  const tried: Tried[] = [];
  const lane = async () => {
    const worker = new Worker(area);
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const { tests, usual } = testsFor(root, area, reach, fault);
      const by = await worker.try(fault, tests, 10 * 60_000 + 10 * usual);
      tried.push({ area, fault, by });
      console.log(`${by ? 'seen  ' : 'UNSEEN'} ${words(fault)}${by ? `\n         by ${by}` : ''}`);
    }
    worker.end();
  };
  await Promise.all(Array.from({ length: Number(options.workers) }, lane));
  return tried;
}

function report(tried: Tried[]): string {
  const lines = ['| area | faults | seen | score |', '| --- | --: | --: | --: |'];
  const row = (name: string, of: Tried[]) => {
    const seen = of.filter(({ by }) => by !== null).length;
    lines.push(
      `| ${name} | ${of.length} | ${seen} | ${Math.round((100 * seen) / Math.max(1, of.length))} % |`,
    );
  };
  for (const [area, of] of Map.groupBy(tried, (each) => each.area)) row(area, of);
  row('all', tried);
  return lines.join('\n');
}

async function main(): Promise<void> {
  const wanted = chosenAreas().map((area) => ({ area, faults: faultsOf(area) }));
  if (options.list) {
    for (const fault of wanted.flatMap(({ faults }) => faults)) console.log(words(fault));
    return;
  }
  const tried: Tried[] = [];
  for (const { area, faults } of wanted) if (faults.length > 0) tried.push(...(await tryAll(area, faults)));
  console.log(`\n${report(tried)}\n\nSeen by no test:`);
  for (const { fault } of tried.filter(({ by }) => by === null)) console.log(`  ${words(fault)}`);
  await releaseServer();
}

await main();
