import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areas, areasWithOperations, operationChecks, smallChecks } from './areas.ts';

/** What one run of the test command runs. */
export interface Selection {
  /** `all` also runs what takes long: every journey in Chromium, and the files named `*.long.test.ts`. */
  set: 'default' | 'all';
  /** Names of steps; null runs all of them. */
  steps: ReadonlySet<string> | null;
  /** Areas whose operations are checked; if empty, all of them. */
  areas: readonly string[];
  /** Filters for vitest; if empty, all of its files. */
  tests: readonly string[];
  /** Filters for playwright; if empty, all journeys. */
  journeys: readonly string[];
}

/** A name that the test command does not know. The message lists the known ones. */
export class UnknownName extends Error {
  override name = 'UnknownName';
}

export const journeySteps: readonly string[] = ['journeys over HTTP', 'journeys in Chromium'];
const journeyPath = (name: string) => `test/journeys/${name}.spec.ts`;

function listJourneys(root: string): string[] {
  return readdirSync(join(root, 'test', 'journeys'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.spec\.ts$/, ''))
    .sort();
}

/** All possible names, as text. */
export function listNames(root: string, steps: readonly string[]): string {
  return [
    `Steps: ${steps.join(', ')}`,
    `Areas: ${Object.keys(areas).join(', ')}`,
    `Journeys: ${listJourneys(root).join(', ')}`,
    'Or the path of a file: test/network/links.test.ts, test/journeys/network.spec.ts',
    'With --all, also what only `npm run test:all` runs. A file that is named runs in every way.',
  ].join('\n');
}

/**
 * @param names steps, areas, files of tests or journeys; without any, everything runs
 * @param all whether what takes long runs, too
 * @throws UnknownName
 */
export function select(
  names: readonly string[],
  all: boolean,
  root: string,
  steps: readonly string[],
): Selection {
  const set = all ? 'all' : 'default';
  if (names.length === 0) return { set, steps: null, areas: [], tests: [], journeys: [] };
  const chosen = { set, steps: new Set<string>(), areas: [] as string[] } satisfies Partial<Selection>;
  const tests = new Set<string>();
  const journeys = new Set<string>();
  const known = listJourneys(root);
  let withFile = false;
  for (const name of names) {
    const area = Object.hasOwn(areas, name) ? areas[name] : undefined;
    const journey = known.includes(name) ? journeyPath(name) : name;
    if (steps.includes(name)) chosen.steps.add(name);
    else if (area) {
      const withOperations = areasWithOperations.includes(name);
      if (withOperations) chosen.areas.push(name);
      for (const path of [...area.tests, ...smallChecks, ...(withOperations ? operationChecks : [])])
        tests.add(path);
      for (const own of area.journeys) journeys.add(journeyPath(own));
    } else if (/\.(test|spec)\.ts$/.test(journey) && existsSync(join(root, journey))) {
      (journey.endsWith('.spec.ts') ? journeys : tests).add(journey);
      withFile = true;
    } else throw new UnknownName(`Nothing is called ${name}.\n${listNames(root, steps)}`);
  }
  if (tests.size > 0) chosen.steps.add('tests');
  if (journeys.size > 0) for (const step of ['build', ...journeySteps]) chosen.steps.add(step);
  return { ...chosen, set: withFile ? 'all' : set, tests: [...tests], journeys: [...journeys] };
}
