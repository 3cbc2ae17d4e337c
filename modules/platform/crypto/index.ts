export { KeyRing } from './key-ring.ts';
export {
  erasePersonKey,
  openForPeople,
  rewrapPersonKeys,
  type SealedText,
  sealForPerson,
} from './person-keys.ts';
export { SealError } from './seal.ts';
export { hashToken, newCode, newDigits, newToken, sameSecret } from './tokens.ts';
