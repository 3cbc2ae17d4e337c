/**
 * Plants faults in the sources, one at a time, and reports which of them no test finds. `npm run test:faults --
 * [AREA…|mistakes] [--sample N] [--seed TEXT] [--kind TEXT] [--at PATH[:LINE]]… [--workers N] [--learn] [--list]`
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseServer } from '../database.ts';
import { type Area, areaNames, areas, filesOf, journeysOf } from './areas.ts';
import type { Fault } from './fault.ts';
import { tryJourneys } from './journeys.ts';
import { listMistakes } from './mistakes/index.ts';
import { root } from './planting.ts';
import { readReach, testsFor } from './reach.ts';
import { listFaults } from './rewrites.ts';
import { seenByTypes } from './types.ts';
import { Worker } from './worker.ts';

/** The mistakes that are described by hand and name their test themselves. */
const MISTAKES = 'mistakes';
type Part = Area | typeof MISTAKES;

/** A fault, and the test files to run for it; then those of journeys, if no test sees it. */
interface Planned {
  fault: Fault;
  tests: string[];
  journeys: string[];
  /** Milliseconds that the tests usually take together. */
  usual: number;
}

interface Tried {
  part: Part;
  fault: Fault;
  /** The test or journey that found it, or the compiler; null if none did. */
  by: string | null;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', default: '' },
    at: { type: 'string', multiple: true, default: [] },
    workers: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    list: { type: 'boolean', default: false },
    learn: { type: 'boolean', default: false },
  },
});

function chosenParts(): Part[] {
  const unknown = positionals.filter((name) => !(name in areas) && name !== MISTAKES);
  if (unknown.length > 0)
    throw new Error(`No such area: ${unknown.join(', ')}. Areas: ${areaNames.join(', ')}, ${MISTAKES}`);
  return positionals.length > 0 ? (positionals as Part[]) : [...areaNames, MISTAKES];
}

/** Ordered by the seed, so that a sample is the same on every machine, and a larger one includes a smaller one. */
function inSeededOrder(faults: Fault[]): Fault[] {
  const describeFault = ({ file, kind, before, after, line }: Fault) =>
    createHash('sha256').update([options.seed, file, kind, before, after, line].join('\n')).digest('hex');
  return faults
    .map((fault) => ({ fault, at: describeFault(fault) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ fault }) => fault);
}

/** Takes the same number of each kind of fault. */
function sampleOf(faults: Fault[], size: number): Fault[] {
  const kinds = [...Map.groupBy(inSeededOrder(faults), ({ kind }) => kind).values()];
  const chosen: Fault[] = [];
  for (let round = 0; chosen.length < size && kinds.some((kind) => kind[round]); round += 1) {
    chosen.push(...kinds.flatMap((kind) => kind[round] ?? []));
  }
  return chosen.slice(0, size);
}

/** Files and folders, with a line if one is given. All faults in them are tried. */
const places = options.at.map((at) => at.split(':'));
const isWanted = (fault: Fault) =>
  places.length === 0 ||
  places.some(([path = '', line]) => fault.file.startsWith(path) && (!line || fault.line === Number(line)));

function faultsOf(part: Part): Fault[] {
  if (part === MISTAKES) return listMistakes(root).planted.map(({ fault }) => fault);
  const found = filesOf(part, root)
    .flatMap((file) => listFaults(file, readFileSync(join(root, file), 'utf8')))
    .filter(({ kind }) => kind.includes(options.kind));
  if (places.length > 0) return found;
  return sampleOf(found, options.sample === 'all' ? found.length : Number(options.sample));
}

async function plan(part: Part, faults: Fault[]): Promise<Planned[]> {
  if (part === MISTAKES) {
    const wanted = listMistakes(root).planted.filter(({ fault }) => isWanted(fault));
    return wanted.map(({ fault, test }) => ({
      fault,
      ...(test.endsWith('.spec.ts') ? { tests: [], journeys: [test] } : { tests: [test], journeys: [] }),
      usual: 0,
    }));
  }
  const reach = await readReach(root, part, options.learn);
  const journeys = journeysOf(part);
  return faults.map((fault) => ({ fault, journeys, ...testsFor(root, part, reach, fault) }));
}

function words({ file, line, kind, before, after }: Fault): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line}  ${kind}: ${short(before)}  ->  ${short(after)}`;
}

async function tryAll(part: Part, planned: Planned[]): Promise<Tried[]> {
  const waiting = [...planned];
  const tried: Tried[] = [];
  const lane = async () => {
    const worker = new Worker(part);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { fault, tests, journeys, usual } = next;
      const by =
        (await worker.try(fault, tests, 10 * 60_000 + 10 * usual)) ?? (await inTurn(fault, journeys));
      tried.push({ part, fault, by });
      console.log(`${by ? 'seen  ' : 'UNSEEN'} ${words(fault)}${by ? `\n         by ${by}` : ''}`);
    }
    worker.end();
  };
  await Promise.all(Array.from({ length: Number(options.workers) }, lane));
  return askCompiler(tried);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Journeys keep several processes busy and share the folder of their results, so the lanes run them in turn. */
function inTurn(fault: Fault, journeys: string[]): Promise<string | null> {
  const turn = lastTurn.then(() => tryJourneys(fault, journeys));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** Asks the compiler about the faults that no test sees, since a person who makes such a mistake is told at once. */
function askCompiler(tried: Tried[]): Tried[] {
  const unseen = tried.filter(({ by }) => by === null).map(({ fault }) => fault);
  const refused = seenByTypes(root, unseen);
  for (const fault of refused) console.log(`seen   ${words(fault)}\n         by the compiler`);
  return tried.map((each) => (refused.has(each.fault) ? { ...each, by: 'the compiler' } : each));
}

function report(tried: Tried[]): string {
  const lines = ['| area | faults | seen | score |', '| --- | --: | --: | --: |'];
  const row = (name: string, of: Tried[]) => {
    const seen = of.filter(({ by }) => by !== null).length;
    lines.push(
      `| ${name} | ${of.length} | ${seen} | ${Math.round((100 * seen) / Math.max(1, of.length))} % |`,
    );
  };
  for (const [part, of] of Map.groupBy(tried, (each) => each.part)) row(part, of);
  row('all', tried);
  return lines.join('\n');
}

async function main(): Promise<void> {
  const { outdated } = listMistakes(root);
  if (outdated.length > 0) console.log(`Mend in test/faults/mistakes:\n  ${outdated.join('\n  ')}\n`);
  const wanted = chosenParts().map((part) => ({ part, faults: faultsOf(part).filter(isWanted) }));
  if (options.list) {
    for (const fault of wanted.flatMap(({ faults }) => faults)) console.log(words(fault));
    return;
  }
  const tried: Tried[] = [];
  for (const { part, faults } of wanted) {
    if (faults.length > 0) tried.push(...(await tryAll(part, await plan(part, faults))));
  }
  console.log(`\n${report(tried)}\n\nSeen by no test:`);
  for (const { fault } of tried.filter(({ by }) => by === null)) console.log(`  ${words(fault)}`);
  await releaseServer();
}

await main();
