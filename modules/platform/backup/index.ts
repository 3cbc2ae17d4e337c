export { type BackupConfig, readBackupConfig } from './config.ts';
export { completeErasures, keepErasure, noteErasure, readErasures } from './erasures.ts';
export { makeBackup } from './make.ts';
export { backupName, isBackup, openFiles, openPlace, readPlace } from './places.ts';
export { verifyBackup } from './read.ts';
export { restoreBackup } from './restore.ts';
