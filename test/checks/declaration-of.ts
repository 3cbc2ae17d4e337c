import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Where an operation is declared, such as `modules/network/invitations/manage.ts:41 (network.cancel-invite)`. */
export function declarationOf({ name }: { name: string }): string {
  const [module = ''] = name.split('.');
  for (const entry of readdirSync(join(root, 'modules', module), { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts')) continue;
    const lines = readFileSync(join(root, 'modules', module, entry), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(`name: '${name}'`));
    if (at >= 0) return `modules/${module}/${entry}:${at + 1} (${name})`;
  }
  return name;
}
