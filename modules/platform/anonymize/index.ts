export { anonymizing } from './anonymizer.ts';
export {
  CopiedRows,
  copiedRows,
  findUndeclaredColumns,
  leftOut,
  listTellingColumns,
  type TableCopies,
} from './declaration.ts';
export { MadeUp } from './made-up.ts';
export { placeholderPdf, placeholderSignature } from './placeholders.ts';
export * as replacements from './replacements.ts';
