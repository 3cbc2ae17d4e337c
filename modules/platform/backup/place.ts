import type { Readable } from 'node:stream';

/** Where backups are kept: a folder, or `s3://bucket/path`. */
export interface BackupPlace {
  /**
   * Writes a new backup completely, or nothing.
   * @returns its address, for `db restore`
   */
  write(name: string, stream: Readable): Promise<string>;
}
