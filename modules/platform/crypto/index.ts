export { KeyRing } from './key-ring.ts';
export {
  erasePersonKey,
  openForPeople,
  resealForPerson,
  type SealedText,
  sealForPerson,
} from './person-keys.ts';
export { SealError } from './seal.ts';
export { declaredSealedColumns, sealedColumn } from './sealed-columns.ts';
export { hashToken, newCode, newDigits, newToken, sameSecret } from './tokens.ts';
