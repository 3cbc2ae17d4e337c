import type { Page } from '@playwright/test';
import { handlers, schedules } from '#jobs/index.ts';
import { drain, readConfig, SECOND } from '#modules/platform/index.ts';
import { createLog } from '#modules/platform/log.ts';
import { startPortal } from '#modules/portal.ts';
import { giveSession, newPerson, type PersonWanted, type Registered } from '#test/factories/people.ts';
import { type VisitedPortal, Visitor } from '#test/visitor.ts';

/**
 * Runs operations of the portal on the database of a running app, like another process of it. Journeys use it to create
 * the people and states that they start with.
 * @param environment the environment of the app, with its secrets in DATA_FOLDER
 */
export async function openOperations(environment: Record<string, string>): Promise<VisitedPortal> {
  const log = createLog({ level: 'error' });
  const portal = await startPortal({
    config: readConfig(environment),
    log,
    databaseUrl: environment.DATABASE_URL ?? '',
    applicationName: 'journeys',
  });
  return Object.assign(portal, {
    visitor: (options?: ConstructorParameters<typeof Visitor>[1]) => new Visitor(portal, options),
    runJobs: () => drain({ pool: portal.pool, context: portal, handlers, schedules, log }),
  });
}

/** Copies the cookies of a visitor of the operations to a real browser. */
async function hand(visitor: Visitor, page: Page, portal: VisitedPortal): Promise<void> {
  const url = portal.config.publicUrl;
  await page.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })));
}

/** This process learns slightly later than the app that the clock was moved. */
async function agreeOnTime({ clock, config }: VisitedPortal): Promise<void> {
  for (;;) {
    const answer = await fetch(`${config.publicUrl}/healthz`);
    const { now } = (await answer.json()) as { now: string };
    if (Math.abs(Date.parse(now) - clock.now().getTime()) < 5 * SECOND) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Creates a person who has registered, accepted the terms and verified the address, and signs them in, in the page's
 * browser.
 * @param address the client's address, a different one for each person, because throttles count by it
 * @returns the person, whose operations run in the same session
 */
export async function join(
  portal: VisitedPortal,
  page: Page,
  person: PersonWanted,
  address: string,
): Promise<Registered> {
  await agreeOnTime(portal);
  const registered = await newPerson(portal, person, { address });
  await hand(registered.visitor, page, portal);
  return registered;
}

/** Signs in a person with an account, in the page's browser. */
export async function enter(
  portal: VisitedPortal,
  page: Page,
  { emailaddress }: { emailaddress: string },
  address: string,
): Promise<void> {
  await agreeOnTime(portal);
  const visitor = portal.visitor({ address });
  await giveSession(visitor, emailaddress);
  await hand(visitor, page, portal);
}
