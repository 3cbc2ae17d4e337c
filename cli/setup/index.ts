import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { hasStaff, type InvitedStaff, inviteStaff } from '#modules/identity/index.ts';
import { exitCodes, type Portal, StartError, takeTransactionLock } from '#modules/platform/index.ts';
import { withPortal } from '../connect.ts';
import { examinePortal, printFindings } from '../doctor/index.ts';
import { newKeyId } from '../keys.ts';
import type { Command, Terminal } from '../terminal.ts';
import { exampleEnvironment } from './environment.ts';
import { exampleFile, requireEdited } from './example.ts';
import { type SetupFile, setUpPortal, setupFile } from './portal-file.ts';
import { askForSetup } from './questions.ts';

export interface SetupOptions {
  from?: string;
  example?: boolean;
  env?: boolean;
  domain?: string;
  acceptExample?: boolean;
}

/** `shield setup`: creates the brand, the terms, the catalogue and the first admin in one transaction (D87). */
export const setup: Command<SetupOptions> = async (
  terminal,
  { from, example, env, domain, acceptExample },
) => {
  if (env) {
    for (const line of exampleEnvironment(domain ?? 'portal.example.com', newKeyId())) terminal.out(line);
    return exitCodes.ok;
  }
  if (example) {
    terminal.out(JSON.stringify(exampleFile, null, 2));
    return exitCodes.ok;
  }
  return withPortal(terminal, async (portal) => {
    await requireNoStaff(portal);
    const file = await readSetup(terminal, from);
    if (from !== undefined && !acceptExample) requireEdited(portal.config, file);
    const admin = await setUp(portal, file);
    terminal.out(`The portal is set up. It is served at ${portal.config.publicUrl}.`);
    tellLink(terminal, admin);
    printFindings(terminal, await examinePortal(portal));
    return exitCodes.ok;
  });
};

async function readSetup(terminal: Terminal, from: string | undefined): Promise<SetupFile> {
  if (from !== undefined) return readJsonFile(from, setupFile);
  if (terminal.ask) return askForSetup(terminal, terminal.ask);
  throw new StartError(
    'There is no terminal to ask questions on. Write a file with shield setup --example > setup.json, edit it, then run shield setup --from setup.json',
    exitCodes.usage,
  );
}

/** @throws StartError with one line for each error in the file */
export async function readJsonFile<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StartError(`${path} cannot be read`, exitCodes.notFound, { cause });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${path} is not JSON: ${(cause as Error).message}`, exitCodes.data, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path: at, message }) => `  ${at.join('.') || 'file'}: ${message}`);
  throw new StartError([`${path} is not valid:`, ...lines].join('\n'), exitCodes.data);
}

async function requireNoStaff(portal: Portal): Promise<void> {
  if (!(await hasStaff(portal))) return;
  throw new StartError(
    'The portal is already set up: it has an admin. To create another: shield user create-admin --email ADDRESS',
    exitCodes.failed,
  );
}

function setUp(portal: Portal, { admin, ...file }: SetupFile): Promise<InvitedStaff> {
  return portal.work('cli.setup', async (work) => {
    await takeTransactionLock(work.db, 'setup');
    // Checked again under the lock: of two setups at the same time, the second one finds the first one's admin.
    if (await hasStaff(work))
      throw new StartError('The portal was set up in the meantime.', exitCodes.failed);
    await setUpPortal(work, file);
    return inviteStaff(work, admin);
  });
}

/** Prints the link for a new admin. */
export function tellLink(terminal: Terminal, { link, expiresAt }: InvitedStaff): void {
  terminal.out(`The admin can set a password once at this address, until ${expiresAt.toISOString()}:`);
  terminal.out(`  ${link}`);
  terminal.out('The worker emails the same link. Each sign-in asks for a code sent by email.');
}
