import { TOTP } from 'otpauth';
import { listVerificationMethods, login, manageTwoStep } from '#modules/identity/index.ts';
import { Refusal, SECOND } from '#modules/platform/index.ts';
import { newestCode, PASSWORD, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal, Visitor } from '#test/visitor.ts';

let made = 0;
/** An email address that nobody uses. */
export const newAddress = () => {
  made += 1;
  return `other${made}-${process.pid}@example.com`;
};
/** A number of ten digits that nobody uses. */
export const newNumber = () => {
  made += 1;
  return `512555${String(1000 + made)}`;
};

/**
 * The refusal with which some work fails.
 * @throws Error if it is not refused
 */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('it was not refused');
  return error;
}

export const methodsOf = async ({ visitor }: { visitor: Visitor }) =>
  (await visitor.perform(listVerificationMethods, {})).verificationmethods;

/** The code that an app that scanned this address shows now, or a number of steps later. */
export function appCode(portal: VisitedPortal, otpurl: string | null, steps = 0): string {
  const secret = new URL(otpurl ?? '').searchParams.get('secret') ?? '';
  return new TOTP({ secret }).generate({ timestamp: portal.clock.now().getTime() + steps * 30 * SECOND });
}

/**
 * Adds a verified method.
 * @returns its id
 */
export async function addMethod(
  portal: VisitedPortal,
  { visitor }: Registered,
  kind: 'EMAIL' | 'SMS',
  value: string,
): Promise<string> {
  const { id } = await visitor.perform(manageTwoStep, {
    startmethod: { contact_method: kind, contact_value: value },
  });
  await visitor.perform(manageTwoStep, {
    verifymethod: { id: id ?? '' },
    code: await newestCode(portal, value),
  });
  return id ?? '';
}

/** Sets up an authenticator app. */
export async function addApp(
  portal: VisitedPortal,
  { visitor }: Pick<Registered, 'visitor'>,
): Promise<{ id: string; otpurl: string }> {
  const { id, otpurl } = await visitor.perform(manageTwoStep, { startmethod: { contact_method: 'OTPAPP' } });
  await visitor.perform(manageTwoStep, { verifymethod: { id: id ?? '' }, code: appCode(portal, otpurl) });
  return { id: id ?? '', otpurl: otpurl ?? '' };
}

/** A new browser that has entered the password and is at the second step. */
export async function atSecondStep(portal: VisitedPortal, { emailaddress }: Registered): Promise<Visitor> {
  const visitor = portal.visitor();
  await visitor.perform(login, { emailaddress, password: PASSWORD });
  return visitor;
}

/** Several of these, one after the other, because several correct passwords at the same time count as guesses. */
export async function severalAtSecondStep(
  portal: VisitedPortal,
  person: Registered,
  howMany: number,
): Promise<Visitor[]> {
  const browsers: Visitor[] = [];
  while (browsers.length < howMany) browsers.push(await atSecondStep(portal, person));
  return browsers;
}
