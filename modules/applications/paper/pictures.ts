import {
  type Caller,
  MINUTE,
  openSealedFile,
  readFile,
  type TemporaryFile,
  type Work,
} from '#modules/platform/index.ts';
import { packagePagesShown } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { boxesOf } from './form.ts';
import { newestPackage } from './packages.ts';

/**
 * Pictures of the paper packages that somebody is looking at. A page asks for many of them at the same moment, so all
 * pictures of a package are drawn at once and kept for as long as somebody looks.
 */

/** How many packages are kept. */
const KEPT = 4;

/** How long a package is kept after it was last looked at, in milliseconds. */
const LIFETIME = 5 * MINUTE;

interface Drawn {
  /** All pictures, one after the other. */
  file: TemporaryFile;
  pages: number[];
  boxes: number[];
}

interface Kept {
  drawn: Promise<Drawn>;
  timer?: NodeJS.Timeout;
}

/** By the key of the package's file, which is a new one for each file; the one that was looked at last is the last. */
const kept = new Map<string, Kept>();

/**
 * @param number of the page or box, from 1
 * @throws Refusal not-found if there is no package or no such page, or it cannot be drawn; files-busy
 */
export async function readPicture(
  work: Work<Caller>,
  applicationId: string,
  kind: 'pages' | 'boxes',
  number: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await newestPackage(work, applicationId);
  const { file, [kind]: sizes, pages } = await keep(key, () => draw(work, applicationId, key));
  const bytes = sizes[number - 1];
  if (!bytes) throw new Refusal('not-found', { detail: `no picture ${number} of the ${kind}` });
  const before = kind === 'boxes' ? [...pages, ...sizes.slice(0, number - 1)] : pages.slice(0, number - 1);
  return new Uint8Array(await file.part(sum(before), bytes));
}

const sum = (sizes: number[]) => sizes.reduce((total, each) => total + each, 0);

async function draw(work: Work<Caller>, applicationId: string, key: string): Promise<Drawn> {
  const boxes = await boxesOf(work, applicationId);
  const task = { name: 'pages', most: packagePagesShown, boxes } as const;
  const read = await readFile(work.caller.accountId, task, () => openSealedFile(work.portal, key));
  if (read.outcome !== 'read' || !read.made) {
    throw new Refusal('not-found', { detail: `the package cannot be drawn: ${read.outcome}` });
  }
  return { file: read.made, ...read.found };
}

function keep(key: string, make: () => Promise<Drawn>): Promise<Drawn> {
  const found = kept.get(key) ?? { drawn: make() };
  kept.delete(key);
  kept.set(key, found);
  clearTimeout(found.timer);
  found.timer = setTimeout(forget, LIFETIME, key).unref();
  found.drawn.catch(() => kept.get(key) === found && forget(key));
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) forget(oldest);
  return found.drawn;
}

function forget(key: string): void {
  const found = kept.get(key);
  if (!found) return;
  kept.delete(key);
  clearTimeout(found.timer);
  found.drawn.then(
    ({ file }) => file.close(),
    // Whoever asked for the pictures is told.
    () => undefined,
  );
}
