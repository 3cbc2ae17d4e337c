import { userInfo } from 'node:os';
import type { Terminal } from './terminal.ts';

/** The longest name that the audit log keeps. */
const LONGEST = 80;

/**
 * Who runs a command (D141): `SHIELD_OPERATOR`, or else the login name. A command that does something to a person asks
 * for the name, if somebody can answer.
 */
export async function operatorOf(
  { environment, ask }: Pick<Terminal, 'environment' | 'ask'>,
  { aboutPerson = false }: { aboutPerson?: boolean } = {},
): Promise<string> {
  const given = environment.SHIELD_OPERATOR?.trim();
  if (given) return given.slice(0, LONGEST);
  const login = loginName();
  const typed = aboutPerson && ask ? (await ask(`Your name, for the audit log [${login}]: `)).trim() : '';
  return (typed || login).slice(0, LONGEST);
}

/** A process may run as a user without a name, such as in a container. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
