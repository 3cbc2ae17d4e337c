import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { type PackedDocument, packedDocument, sendDocument } from './packing.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface Asset extends PackedDocument {
  type: string;
  caching: string;
}

export interface AssetServer {
  /** @returns false where the path is not one of the built files */
  serve(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  /** The text of each style sheet, by its path. */
  styleSheets: ReadonlyMap<string, string>;
}

/**
 * Serves the built client files from memory, with the compressed copies that the build wrote (`.br`, `.gz`). Files
 * under /assets/ have a hash in their names and never change. They are not read from disk for each request (as sirv
 * does), because a new build removes the files of the current one.
 */
export function serveAssets(folder: string, headers: [string, string][]): AssetServer {
  const assets = readAssets(folder);
  const styleSheets = new Map(
    [...assets].filter(([path]) => extname(path) === '.css').map(([path, { plain }]) => [path, `${plain}`]),
  );
  const serve: AssetServer['serve'] = (request, response, path) => {
    const asset = assets.get(path);
    if (!asset) return false;
    const font = asset.type.startsWith('font/');
    // A browser sends a preflight request if it adds headers, for example because of an extension.
    const preflight = font && request.method === 'OPTIONS';
    if (!preflight && request.method !== 'GET' && request.method !== 'HEAD') return false;
    for (const [name, value] of headers) response.setHeader(name, value);
    // Logos and styles are public, because mail programs load them from other origins.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    // The payment provider's card form loads the page's font from another origin.
    if (font) response.setHeader('Access-Control-Allow-Origin', '*');
    if (preflight) {
      response.setHeader('Access-Control-Allow-Headers', '*');
      response.statusCode = 204;
      response.end();
      return true;
    }
    response.setHeader('Cache-Control', asset.caching);
    response.setHeader('Content-Type', asset.type);
    sendDocument(request, response, asset);
    return true;
  };
  return { serve, styleSheets };
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = new Set(files.map((entry) => join(entry.parentPath, entry.name)));
  for (const file of names) {
    if (/\.(?:br|gz)$/.test(file) && names.has(file.slice(0, file.lastIndexOf('.')))) continue;
    const path = file.slice(folder.length).replaceAll('\\', '/');
    const plain = readFileSync(file);
    const packed = {
      ...(names.has(`${file}.br`) ? { br: readFileSync(`${file}.br`) } : {}),
      ...(names.has(`${file}.gz`) ? { gzip: readFileSync(`${file}.gz`) } : {}),
    };
    assets.set(path, {
      ...packedDocument(plain, packed),
      type: types[extname(file)] ?? 'application/octet-stream',
      caching: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    });
  }
  return assets;
}
