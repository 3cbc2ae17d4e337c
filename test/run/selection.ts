import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areas, areasWithOperations, operationChecks, smallChecks } from './areas.ts';

/** What one run of the test command runs. */
export interface Selection {
  /** Names of steps; null runs all of them. */
  steps: ReadonlySet<string> | null;
  /** Areas whose operations are checked; if empty, all of them. */
  areas: readonly string[];
  /** Filters for vitest; if empty, all of its files. */
  tests: readonly string[];
  /** Arguments for playwright; if empty, all journeys. */
  journeys: readonly string[];
}

/** A name that the test command does not know. The message lists the known ones. */
export class UnknownName extends Error {
  override name = 'UnknownName';
}

const withScript = '--project=script 1280';
const withoutScript = '--project=plain 390';

/** With this name, the journeys of areas also run without script, which takes twice as long. */
const PLAIN = 'plain';
/**
 * With this name, the journeys of areas in `lapses/` also run. They take long, because each of their files starts a
 * portal of its own.
 */
const LAPSES = 'lapses';

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
    `The journeys of areas run with script, and with the name ${PLAIN} without it as well. Single journeys run in both ways.`,
    `Those in lapses/ run with an area if the name ${LAPSES} is given, too.`,
  ].join('\n');
}

/**
 * @param names steps, areas, files of tests or journeys; without any, everything runs
 * @throws UnknownName
 */
export function select(names: readonly string[], root: string, steps: readonly string[]): Selection {
  if (names.length === 0) return { steps: null, areas: [], tests: [], journeys: [] };
  const chosen = { steps: new Set<string>(), areas: [] as string[] };
  const tests = new Set<string>();
  const journeys = new Set<string>();
  const known = listJourneys(root);
  const forAreas = names.some((name) => Object.hasOwn(areas, name));
  const inBothWays = !forAreas || names.includes(PLAIN);
  const withLapses = names.includes(LAPSES);
  for (const name of names) {
    if (forAreas && (name === PLAIN || name === LAPSES)) continue;
    const area = Object.hasOwn(areas, name) ? areas[name] : undefined;
    if (steps.includes(name)) chosen.steps.add(name);
    else if (area) {
      const withOperations = areasWithOperations.includes(name);
      if (withOperations) chosen.areas.push(name);
      for (const path of [...area.tests, ...smallChecks, ...(withOperations ? operationChecks : [])])
        tests.add(path);
      for (const journey of area.journeys)
        if (withLapses || !journey.startsWith('lapses/')) journeys.add(journeyPath(journey));
    } else if (/\.test\.ts$/.test(name) && existsSync(join(root, name))) tests.add(name);
    else if (/\.spec\.ts$/.test(name) && existsSync(join(root, name))) journeys.add(name);
    else if (known.includes(name)) journeys.add(journeyPath(name));
    else throw new UnknownName(`Nothing is called ${name}.\n${listNames(root, steps)}`);
  }
  if (tests.size > 0) chosen.steps.add('tests');
  if (journeys.size > 0) chosen.steps.add('build').add('journeys');
  return {
    ...chosen,
    tests: [...tests],
    journeys: journeys.size > 0 ? [...journeys, withScript, ...(inBothWays ? [withoutScript] : [])] : [],
  };
}
