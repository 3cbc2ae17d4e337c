export { declaredFileColumns, sealedFiles } from './file-columns.ts';
export { FolderStorage } from './folder.ts';
export { keepSealed, readSealed } from './sealed.ts';
export { type Storage, StoredFileMissing } from './storage.ts';
