export { bareEnvironment, prepareBinaries } from './binaries.ts';
export { makeDataFolder } from './data-folder.ts';
export { type EmbeddedDatabase, findEmbedded, hasEmbedded, startEmbedded } from './embedded.ts';
export { type Lock, tryLock } from './folder-lock.ts';
export { findPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts';
