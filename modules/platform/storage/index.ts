export { FolderStorage } from './folder.ts';
export { S3Storage } from './s3.ts';
export { keepSealed, readSealed } from './sealed.ts';
export { type Storage, StoredFileMissing } from './storage.ts';
