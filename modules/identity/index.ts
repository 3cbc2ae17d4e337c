/** The one face of identity: what others may call, hear and name. Entities stay inside. */
export { type Access as AccessToPerson, listAccess, recordAccess, type SeenBy } from './access-log.ts';
export { accountDisabled, accountRegistered, accountVerified } from './events.ts';
export { type FactChanges, writeFacts } from './facts.ts';
export {
  type Address,
  type Alias,
  type IdentityDetails,
  listAliases,
  listPreviousAddresses,
  saveIdentityDetails,
} from './identity-details.ts';
export {
  findPersonByEmail,
  getPerson,
  listPeople,
  type Person,
  type Preferences,
  savePreferences,
} from './people.ts';
export { maskEmail, maskPhone, maskSsn } from './rules.ts';
export { type FoundPerson, type ListPart, searchPeople } from './search.ts';
export { findAccountsWithSameSsn, getSsnForScreening, maskedSsn } from './ssn.ts';
export { getTerms, type Terms, termsHtml } from './terms.ts';
