import { afterAll, expect, test } from 'vitest';
import { archiveShieldIds, lookUpArchivedShieldId, switchLinking } from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  confirmEmailChange,
  forgotPassword,
  forgotPasswordVerify,
  login,
  redeemHandOff,
  register,
  startEmailChange,
  twoStepVerify,
  undoChange,
  updatePassword,
} from '#modules/identity/index.ts';
import { Refusal, SECOND, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newestCode, newPerson, PASSWORD, type Registered } from '#test/factories/people.ts';
import { newAddress, severalAtSecondStep } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/**
 * Eight clients do at the same time what only one of them may do. RACE_ROUNDS repeats it, as in `npm run test:long`.
 */

const CLIENTS = 8;
const rounds = Number(process.env.RACE_ROUNDS ?? 1);

const portal = await testPortal();
expectNoDeadlocks(portal);
const clients = Array.from({ length: CLIENTS }, (_, at) => at);
let made = 0;

/** A link of the newest mail to an address. */
async function mailedLink(to: string, part: string): Promise<URL> {
  await portal.runJobs();
  const links = (await listOutbox(portal.db, { to })).flatMap((mail) => mail.links);
  return new URL(links.find((link) => link.includes(part)) ?? '');
}

/** A visitor with a different address, so that the limits per address do not matter. */
function stranger() {
  made += 1;
  return portal.visitor({ address: `198.19.${Math.floor(made / 250) % 250}.${made % 250}` });
}

/** Prepares a round. @returns what each client does */
const races: Record<string, () => Promise<(() => Promise<unknown>)[]>> = {
  'one code of the second step': async () => {
    const person = await newPerson(portal);
    portal.clock.advance(31 * SECOND);
    const browsers = await severalAtSecondStep(portal, person, CLIENTS);
    await browsers[0]?.perform(twoStepVerify, {});
    const code = await newestCode(portal, person.emailaddress);
    return browsers.map((browser) => () => browser.perform(twoStepVerify, { code }));
  },
  'one address to register': async () => {
    made += 1;
    const emailaddress = `race${made}-${process.pid}@example.com`;
    const join = {
      firstname: 'Pat',
      lastname: 'Racer',
      emailaddress,
      mobile: '5125550100',
      password: PASSWORD,
    };
    return clients.map(() => () => stranger().perform(register, join));
  },
  'one link to a new password': async () => {
    const { emailaddress } = await newPerson(portal);
    await stranger().perform(forgotPassword, { emailaddress });
    const code = (await mailedLink(emailaddress, '/forgotpassword/')).searchParams.get('code') ?? '';
    return clients.map(() => () => stranger().perform(forgotPasswordVerify, { code }));
  },
  'one hand-off to the host of a company': async () => {
    const { host, member } = await servedMember();
    made += 1;
    const address = `198.19.${Math.floor(made / 250) % 250}.${made % 250}`;
    const { redirect_to_branded_domain: to } = await portal
      .visitor({ address })
      .perform(login, { emailaddress: member.emailaddress, password: PASSWORD });
    const token = new URL(to ?? '').pathname.replace('/handoff/', '');
    return clients.map(() => () => portal.visitor({ host, address }).perform(redeemHandOff, { token }));
  },
  'one address to change to': async () => {
    const emailaddress = newAddress();
    const people = await Promise.all(clients.map(() => newPerson(portal)));
    const codes: string[] = [];
    for (const { visitor } of people) {
      await visitor.perform(startEmailChange, { emailaddress });
      codes.push(await newestCode(portal, emailaddress));
    }
    return people.map(
      ({ visitor }, at) =>
        () =>
          visitor.perform(confirmEmailChange, { code: codes[at] ?? '' }),
    );
  },
  'one link that undoes a change': async () => {
    const { visitor, emailaddress } = await newPerson(portal);
    await visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
    const token = (await mailedLink(emailaddress, '/undo/')).pathname.split('/').at(-1) ?? '';
    return clients.map(() => () => stranger().perform(undoChange, { token }));
  },
  'one former ShieldID to link': async () => {
    await portal.work('test.linking', (work) => switchLinking(work, true));
    made += 1;
    const former = { number: `TX${300_000_000 + made}`, ssn: '900-30-0001', dateofbirth: '1980-02-01' };
    await portal.work('test.archive', (work) => archiveShieldIds(work, [former]));
    const { number: shieldid, ...proof } = former;
    const people = await Promise.all(clients.map(() => newPerson(portal)));
    return people.map(({ visitor }) => async () => {
      const { matchfound } = await visitor.perform(lookUpArchivedShieldId, { shieldid, ...proof });
      if (!matchfound) throw new Refusal('not-found');
    });
  },
};

/** A member of the team of a company that has its own host. */
let served: Promise<{ host: string; member: Registered }> | undefined;
function servedMember() {
  served ??= (async () => {
    const host = 'races.localhost:3000';
    const company = await newCompany(portal, { branding_hostname: 'races' });
    await eventually(async () => expect((await brandForHost(portal, host)).companyId).not.toBeNull());
    return { host, member: await newTeamMember(portal, company, 'viewer') };
  })();
  return served;
}

const seen: string[] = [];
afterAll(() => {
  if (rounds > 1) process.stdout.write(`${seen.join('\n')}\n`);
});

test.each(Object.entries(races))('of eight clients with %s, one succeeds', async (name, prepare) => {
  let slowest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const acts = await prepare();
    const begun = performance.now();
    const outcomes = await Promise.allSettled(acts.map((act) => act()));
    slowest = Math.max(slowest, performance.now() - begun);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refused) {
      const { status } = portal.asRefusal(reason, portal.visitor().visit(), name);
      expect(status).toBeLessThan(500);
    }
    expect(refused, `round ${round + 1}`).toHaveLength(CLIENTS - 1);
  }
  seen.push(
    `${name}: ${CLIENTS} clients, ${rounds} rounds, one success each, slowest ${slowest.toFixed(0)} ms`,
  );
});

test('no race leaves two of what there may be one', async () => {
  const { rows } = await sql`
    select lower(emailaddress::text) from account group by 1 having count(*) > 1
    union all select account_id::text from shield_id where retired_at is null group by 1 having count(*) > 1`.execute(
    portal.db,
  );
  expect(rows).toEqual([]);
});
