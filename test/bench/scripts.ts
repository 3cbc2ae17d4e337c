import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFolder } from '#cli/build.ts';
import type { Measured } from './figures.ts';

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
}

/**
 * The compressed JavaScript that a browser loads at the first visit of a page, in kB and in files: the entry, the page's
 * route and the routes above it.
 */
export function measureScripts(): Measured[] {
  const manifest = readManifest();
  const sizes = Object.keys(manifest.routes).map((id) => ({ id, ...loadedBy(manifest, id) }));
  const login = sizes.find(({ id }) => id === 'routes/identity/login');
  const heaviest = sizes.toSorted((a, b) => b.kB - a.kB)[0];
  const network = sizes.find(({ id }) => id === 'routes/network/page');
  if (!login || !heaviest || !network) throw new Error('the build names no routes');
  return [
    { name: 'JavaScript of /login, gzip', unit: 'kB', seen: login.kB, goal: { atMost: 100 } },
    { name: 'JavaScript of the heaviest page, gzip', unit: 'kB', seen: heaviest.kB, goal: { atMost: 150 } },
    { name: 'JavaScript of /user/network, gzip', unit: 'kB', seen: network.kB, goal: { atMost: 150 } },
    {
      name: 'files of JavaScript of /user/network',
      unit: 'files',
      seen: network.files,
      goal: { atMost: 12 },
    },
  ];
}

function readManifest(): Manifest {
  const folder = join(clientFolder, 'assets');
  const name = readdirSync(folder).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error('the build has no manifest');
  const text = readFileSync(join(folder, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

function loadedBy({ entry, routes }: Manifest, id: string): { kB: number; files: number } {
  const files = new Set([entry.module, ...entry.imports]);
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
    const route = routes[at];
    if (route) for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  }
  const bytes = [...files].map((file) => readPacked(join(clientFolder, file)));
  return { kB: bytes.reduce((sum, size) => sum + size, 0) / 1000, files: files.size };
}

/** Files that are too small to compress are sent uncompressed. */
function readPacked(file: string): number {
  try {
    return readFileSync(`${file}.gz`).length;
  } catch {
    return readFileSync(file).length;
  }
}
