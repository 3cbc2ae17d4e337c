import { type CompanyCaller, companyMember } from '#modules/enterprise/index.ts';
import type { Access } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';

/** The owner of a company. Other members of the team are told that only the owner handles its card (doc2 §2.13). */
export const companyOwner: Access<CompanyCaller> = {
  name: 'companyOwner',
  admits: ['owner'],
  admit(caller) {
    const member = companyMember('viewer').admit(caller);
    if (member.teamRole !== 'owner') throw new Refusal('purchasing.owner-only');
    return member;
  },
};
