import { resolve } from 'node:path';
import { type Environment, Faults, readVariables, variables } from '../config-variables.ts';
import type { S3Options } from '../storage/s3.ts';
import type { BackupKeys } from './sealed-stream.ts';

/** What a backup needs, and nothing else: the process that makes it gets none of the portal's keys. */
export interface BackupConfig {
  keys: BackupKeys;
  /** How to reach a bucket for backups; null if its keys are not set. */
  bucket: Omit<S3Options, 'bucket'> | null;
  /** Where the portal keeps its files; null if it is not said. */
  storage: { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Options) | null;
}

const names = [
  'SHIELD_ENV',
  'DATA_FOLDER',
  'BACKUP_KEY',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'STORAGE',
  'STORAGE_FOLDER',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** @throws ConfigError with each of these variables that is wrong or missing */
export function readBackupConfig(environment: Environment): BackupConfig {
  const faults = new Faults();
  const values = readVariables(environment, faults, names);
  const { expects } = variables.BACKUP_KEY;
  if (!values.BACKUP_KEY) faults.add('BACKUP_KEY', `is required for backups (${expects})`);
  faults.check();
  const s3 = {
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  };
  const bucket = {
    endpoint: values.BACKUP_S3_ENDPOINT ?? s3.endpoint,
    region: values.BACKUP_S3_REGION ?? s3.region,
    accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID ?? s3.accessKeyId,
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY ?? s3.secretAccessKey,
  };
  const kind = values.STORAGE ?? (values.SHIELD_ENV === 'production' ? null : 'folder');
  return {
    keys: values.BACKUP_KEY ?? { active: '', keys: {} },
    bucket: bucket.accessKeyId && bucket.secretAccessKey ? bucket : null,
    storage:
      kind === 'folder'
        ? {
            kind,
            folder: resolve(values.STORAGE_FOLDER ?? resolve(values.DATA_FOLDER ?? '.data', 'storage')),
          }
        : kind === 's3'
          ? { kind, bucket: values.S3_BUCKET ?? '', ...s3 }
          : null,
  };
}
