export { checkAddresses } from './check.ts';
export { GoogleAddressSearch } from './google.ts';
export { getAddressDetails, lookUpAddresses } from './look-up.ts';
export {
  type AddressSearch,
  AddressSearchFailed,
  type AddressSuggestion,
  addressSearch,
  type FoundAddress,
} from './port.ts';
export { normalized } from './same.ts';
