export {
  declaredFileColumns,
  declaredReferences,
  keptFiles,
  plainFiles,
  sealedFiles,
} from './file-columns.ts';
export { FolderStorage } from './folder.ts';
export { keepSealed, keepSealedFile, openSealedFile, readSealed } from './sealed.ts';
export { disposition, type Storage, StoredFileMissing } from './storage.ts';
