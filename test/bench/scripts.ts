import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFolder } from '#cli/build.ts';
import type { Measured } from './figures.ts';

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
}

/**
 * The compressed JavaScript that a browser loads for a page, in kB: the entry, the page's route and the routes above
 * it.
 */
export function measureScripts(): Measured[] {
  const manifest = readManifest();
  const sizes = Object.keys(manifest.routes).map((id) => ({ id, kB: sizeOf(manifest, id) }));
  const login = sizes.find(({ id }) => id === 'routes/identity/login');
  const heaviest = sizes.toSorted((a, b) => b.kB - a.kB)[0];
  if (!login || !heaviest) throw new Error('the build names no routes');
  return [
    { name: 'JavaScript of /login, gzip', unit: 'kB', seen: login.kB, goal: { atMost: 100 } },
    { name: 'JavaScript of the heaviest page, gzip', unit: 'kB', seen: heaviest.kB, goal: { atMost: 200 } },
  ];
}

function readManifest(): Manifest {
  const folder = join(clientFolder, 'assets');
  const name = readdirSync(folder).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error('the build has no manifest');
  const text = readFileSync(join(folder, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

function sizeOf({ entry, routes }: Manifest, id: string): number {
  const files = new Set([entry.module, ...entry.imports]);
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
    const route = routes[at];
    if (route) for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  }
  const bytes = [...files].map((file) => readPacked(join(clientFolder, file)));
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Files that are too small to compress are sent uncompressed. */
function readPacked(file: string): number {
  try {
    return readFileSync(`${file}.gz`).length;
  } catch {
    return readFileSync(file).length;
  }
}
