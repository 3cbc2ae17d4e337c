import { acceptInvite, listMyShares, newInvite } from '#modules/network/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { newCompany, newScoredPerson, type ScoredPerson, type TestCompany } from './network.ts';
import type { Registered } from './people.ts';

let companies = 0;

export interface LinkedCompany extends TestCompany {
  name: string;
}

/** A company with ShieldLink and a unique name. */
export async function newLinkedCompany(portal: VisitedPortal, word: string): Promise<LinkedCompany> {
  companies += 1;
  const name = `${word} ${companies}`;
  return { ...(await newCompany(portal, { company_name: name, shieldlink_enabled: true })), name };
}

/** Companies with ShieldLink, one for each given word. */
export async function newLinkedCompanies<const Words extends readonly string[]>(
  portal: VisitedPortal,
  ...words: Words
): Promise<{ [K in keyof Words]: LinkedCompany }> {
  const made: LinkedCompany[] = [];
  for (const word of words) made.push(await newLinkedCompany(portal, word));
  return made as { [K in keyof Words]: LinkedCompany };
}

export interface SharedNetwork {
  client: LinkedCompany;
  sharing: LinkedCompany;
  person: ScoredPerson;
  /** The connection of the person and the company that shares its network. */
  direct: string;
  /** The connection of the two companies. */
  link: string;
}

/** A client that sees a person through the network of the company with which the person shares. */
export async function newSharedNetwork(
  portal: VisitedPortal,
  wanted: Parameters<typeof newScoredPerson>[1] = {},
): Promise<SharedNetwork> {
  const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
  const person = await newScoredPerson(portal, wanted);
  const direct = await joinNetwork(sharing, person);
  return { client, sharing, person, direct, link: await connectCompanies(client, sharing) };
}

export const shieldLinkIdOf = async ({ owner }: TestCompany) =>
  (await owner.visitor.caller())?.facts.shieldlinkid ?? '';

/** Asks a company to share its network. */
export const askCompany = async (client: TestCompany, sharing: TestCompany) =>
  client.owner.visitor.perform(newInvite, {
    touser: await shieldLinkIdOf(sharing),
    connectiontype: 'FULLNETWORK',
  });

/**
 * The person shares with the company.
 * @returns the id of the connection
 */
export async function joinNetwork(company: TestCompany, person: ScoredPerson): Promise<string> {
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  return inviteid;
}

/**
 * `sharing` shares its network with `client`.
 * @returns the id of the connection
 */
export async function connectCompanies(client: TestCompany, sharing: TestCompany): Promise<string> {
  const { inviteid } = await askCompany(client, sharing);
  await sharing.owner.visitor.perform(acceptInvite, { inviteid, accepttype: 'FULLNETWORK' });
  return inviteid;
}

/** The row of a type in the list of what somebody shares. */
export const shareOf = async (person: Registered, type: string) =>
  (await person.visitor.perform(listMyShares, {})).rows.find((row) => row.connectiontype === type);
