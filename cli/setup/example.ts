import { type Config, exitCodes, StartError } from '#modules/platform/index.ts';
import { demoPortal } from '../demo/portal.ts';
import type { SetupFile } from './portal-file.ts';

/** An example file to edit. Everything in it is invented. */
export const exampleFile: SetupFile = {
  ...demoPortal,
  admin: { emailaddress: 'admin@example.com', firstname: 'Ada', lastname: 'Minton' },
};

/** Fields that name a company or lead to it. Others, such as a city, may rightly be the same as in the example. */
const naming = new Set([
  'company_name',
  'legal_name',
  'company_address1',
  'company_phone',
  'support_email',
  'support_phone',
  'sender_address',
  'mail_address',
  'emailaddress',
  'name',
]);
/** Longer values are texts. */
const TEXT_LENGTH = 60;

interface Leaf {
  path: string;
  value: string;
}

/** The names, addresses and texts of a setup file. Packages and jurisdictions are facts that many portals share. */
function leavesOf({ brand, terms, admin, catalogue }: SetupFile): Leaf[] {
  const { providers, consent_documents } = catalogue;
  const all = listLeaves({ brand, terms, admin, catalogue: { providers, consent_documents } }, '');
  return all.filter(
    ({ path, value }) => naming.has(path.split('.').at(-1) ?? '') || value.length > TEXT_LENGTH,
  );
}

function listLeaves(value: unknown, path: string): Leaf[] {
  if (typeof value === 'string') return [{ path, value: value.trim() }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, path ? `${path}.${key}` : key));
}

/**
 * Keeps invented names, addresses and texts out of production.
 * @throws StartError that names each one that is still in the file
 */
export function requireEdited({ environment }: Pick<Config, 'environment'>, file: SetupFile): void {
  if (environment !== 'production') return;
  const invented = new Set(leavesOf(exampleFile).map(({ value }) => value));
  const left = leavesOf(file).filter(({ value }) => invented.has(value));
  if (left.length === 0) return;
  const lines = [
    'The file still has invented values of the example. Replace them, or confirm them with --accept-example:',
    ...left.map(({ path }) => `  ${path}`),
  ];
  throw new StartError(lines.join('\n'), exitCodes.data);
}
