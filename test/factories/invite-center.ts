import { saveIdentityDetails } from '#modules/identity/index.ts';
import {
  acceptPendingInvitations,
  listPendingInvites,
  newInvite,
  provePendingInvites,
} from '#modules/network/index.ts';
import { Refusal, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { rowsOf } from '#test/sql.ts';
import type { VisitedPortal, Visitor } from '#test/visitor.ts';
import {
  connectionRow,
  newCompany,
  newScoredPerson,
  type ScoredPerson,
  type TestCompany,
} from './network.ts';
import { type PersonWanted, signIn } from './people.ts';

/** What the person of `newProvable` enters to prove who they are. */
export const proof = { dateofbirth: '04/12/1985', ssnlast4: '0002' };

type Wanted = Parameters<typeof newScoredPerson>[1];

/** Gives a person the date of birth and the SSN of `proof`. */
export async function makeProvable(portal: VisitedPortal, accountId: string): Promise<void> {
  await portal.work('test.identify', (work) =>
    saveIdentityDetails(work, accountId, { dateofbirth: '1985-04-12', ssn: '900-00-0002' }),
  );
}

/** A person with a score who can prove who they are with `proof`. */
export async function newProvable(
  portal: VisitedPortal,
  wanted: Wanted & PersonWanted = {},
): Promise<ScoredPerson> {
  const person = await newScoredPerson(portal, wanted);
  await makeProvable(portal, person.accountId);
  return person;
}

/** The code of the Invite Center in the newest mail to an address that contains one. */
export async function centerCode(portal: VisitedPortal, address: string): Promise<string> {
  await portal.runJobs();
  for (const { links } of await listOutbox(portal.db, { to: address, limit: 20 })) {
    const link = links.find((each) => each.includes('/pendinginvites/'));
    if (link) return new URL(link).pathname.split('/').at(-1) ?? '';
  }
  throw new Error(`no mail to ${address} leads to the Invite Center`);
}

let reader = 0;

/** What tests of the Invite Center do, as the company that invites, as the person, and as anybody who has the mail. */
export function inviteCenter(portal: VisitedPortal) {
  /** A visitor who has the mail and is not signed in, with their own network address. */
  function newReader(): Visitor {
    reader += 1;
    return portal.visitor({ address: `198.18.${Math.floor(reader / 250)}.${(reader % 250) + 1}` });
  }

  const invite = async (company: TestCompany, touser: string, more: object = {}) =>
    (await (await signIn(portal, company.owner)).perform(newInvite, { touser, ...more })).inviteid;

  /** A person with a score who is invited by a company, and the code in the mail about it. */
  async function invited(company_name = 'Cedar Framing') {
    const company = await newCompany(portal, { company_name });
    const person = await newProvable(portal);
    const inviteid = await invite(company, person.emailaddress);
    return { company, person, inviteid, code: await centerCode(portal, person.emailaddress) };
  }

  const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    );

  const prove = (visitor: Visitor, invitecode: string, given = proof) =>
    visitor.perform(provePendingInvites, { invitecode, ...given });
  const list = (visitor: Visitor, invitecode: string) => visitor.perform(listPendingInvites, { invitecode });
  const accept = (visitor: Visitor, invitecode: string, invites: string[], profile?: object) =>
    visitor.perform(acceptPendingInvitations, { invitecode, invites, ...(profile ? { profile } : {}) });

  const acceptedAt = async (id: string) => (await connectionRow(portal, id)).accepted_at;
  const eventsOf = async (id: string) =>
    (
      await rowsOf(
        portal,
        sql<{ kind: string }>`select kind from connection_event where connection_id = ${id} order by at, id`,
      )
    ).map(({ kind }) => kind);

  return { newReader, invite, invited, refusalOf, prove, list, accept, acceptedAt, eventsOf };
}
