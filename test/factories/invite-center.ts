import { saveIdentityDetails } from '#modules/identity/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { newScoredPerson, type ScoredPerson } from './network.ts';
import type { PersonWanted } from './people.ts';

/** What the person of `newProvable` types to prove who they are. */
export const proof = { dateofbirth: '04/12/1985', ssnlast4: '0002' };

type Wanted = Parameters<typeof newScoredPerson>[1];

/** Gives a person the date of birth and the SSN of `proof`. */
export async function makeProvable(portal: VisitedPortal, accountId: string): Promise<void> {
  await portal.work('test.identify', (work) =>
    saveIdentityDetails(work, accountId, { dateofbirth: '1985-04-12', ssn: '900-00-0002' }),
  );
}

/** A person with a score who can prove who they are by `proof`. */
export async function newProvable(
  portal: VisitedPortal,
  wanted: Wanted & PersonWanted = {},
): Promise<ScoredPerson> {
  const person = await newScoredPerson(portal, wanted);
  await makeProvable(portal, person.accountId);
  return person;
}

/** The code of the Invite Center in the newest mail to an address that has one. */
export async function centerCode(portal: VisitedPortal, address: string): Promise<string> {
  await portal.runJobs();
  for (const { links } of await listOutbox(portal.db, { to: address, limit: 20 })) {
    const link = links.find((each) => each.includes('/pendinginvites/'));
    if (link) return new URL(link).pathname.split('/').at(-1) ?? '';
  }
  throw new Error(`no mail to ${address} leads to the Invite Center`);
}
