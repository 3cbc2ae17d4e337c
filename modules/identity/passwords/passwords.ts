import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type Config, isSameEmailAddress, newToken } from '#modules/platform/index.ts';
import { identityLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { Estimator } from './estimator.ts';

type Cost = Pick<Config, 'passwordMemory'>;

/**
 * argon2id with two passes, and 19 MiB of memory unless configured otherwise (D14); each hash contains its own salt and
 * parameters.
 */
const parameters = { timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** Hash computations that are waiting for their turn. */
const waiting: (() => void)[] = [];
/**
 * Running more at a time than there are cores is no faster: it takes memory, and slows down the people who only read
 * pages.
 */
let free = availableParallelism();

/** Runs a hash computation when its turn comes. */
async function inTurn<T>(compute: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await compute();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

export function hashPassword({ passwordMemory }: Cost, password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), { ...parameters, memoryCost: passwordMemory }));
}

function compare(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password.normalize('NFKC')));
}

/** For each memory cost, a hash that belongs to no password. */
const dummies = new Map<number, Promise<string>>();

/**
 * Whether the password belongs to the hash. If there is no hash, the check takes just as long and says no, so that the
 * time does not reveal whether an account exists (D13).
 */
export async function passwordMatches(
  cost: Cost,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  if (passwordHash === null) {
    const dummy = dummies.get(cost.passwordMemory) ?? hashPassword(cost, newToken());
    dummies.set(cost.passwordMemory, dummy);
    await compare(await dummy, password);
    return false;
  }
  return compare(passwordHash, password);
}

/** The owner of the password: none of these words may make it count as strong. */
export interface PasswordOwner {
  emailaddress: string;
  firstname?: string;
  lastname?: string;
  businessname?: string;
}

const estimator = new Estimator();

/** How many estimates may be waiting: ratings while somebody types are refused before passwords that are being set. */
const queues = { rating: 8, setting: 64 } as const;

/**
 * Strength on the documents' scale, 0 to 40: the one rule for the rating while somebody types and for saving (D14).
 * Nothing for a password of the wrong length, the owner's address and the product's name.
 * @throws Refusal unavailable when too many are waiting
 */
export async function passwordStrength(
  password: string,
  owner: PasswordOwner,
  what: keyof typeof queues,
): Promise<number> {
  const [shortest, longest] = identityLimits['password.characters'];
  const length = [...password].length;
  if (length < shortest || length > longest) return 0;
  const plain = password.trim().toLowerCase();
  if (isSameEmailAddress(plain, owner.emailaddress) || plain.replaceAll(/[\s-]/g, '') === 'shieldhub')
    return 0;
  const own = [owner.emailaddress, ...owner.emailaddress.split(/[@.]/)]
    .concat(owner.firstname ?? '', owner.lastname ?? '', owner.businessname ?? '', 'shieldhub', 'shield hub')
    .filter((word) => word.length > 2);
  return (await estimator.weigh(password, own, queues[what])) * 10;
}

/** @throws Refusal identity.password-weak for a password that D14 does not allow */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  field: string,
): Promise<void> {
  const [needed] = identityLimits['password.strength-points'];
  if ((await passwordStrength(password, owner, 'setting')) < needed) {
    throw new Refusal('identity.password-weak', { field });
  }
}
