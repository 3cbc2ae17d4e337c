import { z } from 'zod';
import { isShieldId } from '#modules/applications/index.ts';
import { apiKey } from '#modules/enterprise/index.ts';
import { recordAccess } from '#modules/identity/index.ts';
import { grades, HOUR, operation, readSearchTerm, searchText } from '#modules/platform/index.ts';
import { UNKNOWN_PEOPLE_AN_HOUR } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { askedSince, findPerson } from '../search/search.ts';
import { ownerOf } from './acting.ts';

/**
 * A person by ShieldID, with what they share at this moment. A ShieldID that nobody has and a person who does not share
 * are answered alike, by the same work: otherwise a key could find out who exists.
 */
export const getKeyPerson = operation({
  name: 'network.get-key-person',
  summary: 'Finds a person by ShieldID, with what the person shares at this moment.',
  access: apiKey('people:read'),
  kind: 'write',
  // Enough for a system with old ids, and far too little to try ids until some are somebody’s.
  throttle: { by: 'account', limit: UNKNOWN_PEOPLE_AN_HOUR, per: HOUR, refusedOnly: true },
  input: z.object({ shieldid: searchText(1) }),
  output: z.object({
    shieldid: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    score: z.enum(grades).nullable(),
    expiration: z.iso.date().nullable().describe('The day on which the score expires, at 11:00 UTC.'),
    id_verified: z.boolean(),
    id_verified_at: z.date().nullable().describe('Null while the ID is not verified.'),
    connected: z
      .boolean()
      .describe(
        'Whether the person shares with the company itself, and not only with everybody who searches.',
      ),
  }),
  async run(work, { shieldid }) {
    const { id } = readSearchTerm(shieldid);
    if (id === null || !isShieldId(id)) throw new Refusal('not-found', { detail: 'no ShieldID' });
    const owner = ownerOf(work.caller);
    const person = await work.row(findPerson(owner, { kind: 'shieldid', value: id }, askedSince(work.now)));
    if (!person?.shared) throw new Refusal('not-found', { detail: 'unknown or not shared' });
    await recordAccess(work, {
      personId: person.id,
      viewerAccountId: null,
      viewerCompanyId: owner.companyId,
      kind: 'api',
    });
    return {
      shieldid: person.shieldid,
      firstname: person.firstname,
      lastname: person.lastname,
      score: person.score,
      expiration: person.expiration,
      id_verified: person.verified,
      id_verified_at: person.verified ? person.verified_at : null,
      connected: person.connected,
    };
  },
});
