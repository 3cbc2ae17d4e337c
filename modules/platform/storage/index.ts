export { type FolderOptions, FolderStorage } from './folder.ts';
export { type S3Options, S3Storage } from './s3.ts';
export {
  type SignedGet,
  type SignedPut,
  type SizedStream,
  type Storage,
  type StoredFile,
  StoredFileMissing,
} from './storage.ts';
