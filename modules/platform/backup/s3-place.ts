import type { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MINUTE, SECOND } from '../browser.ts';
import { exitCodes, StartError } from '../start-error.ts';
import type { S3Options } from '../storage/s3.ts';
import type { BackupPlace } from './place.ts';

/**
 * Bytes of one part of an upload. S3 takes 10,000 of them, so a backup may have 640 GB; two are held in memory.
 */
const PART = 64 * 1024 * 1024;

function clientOf({ region, accessKeyId, secretAccessKey, endpoint }: S3Options): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Services other than Amazon's do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5 * SECOND, requestTimeout: 5 * MINUTE },
  });
}

/** Backups in a bucket. A part that was begun and not finished is removed by the bucket's rule for such uploads. */
export function s3Place(options: S3Options, path: string): BackupPlace {
  return {
    async write(name, stream) {
      const client = clientOf(options);
      const key = path === '' ? name : `${path}/${name}`;
      try {
        const upload = new Upload({
          client,
          params: { Bucket: options.bucket, Key: key, Body: stream, ContentType: 'application/octet-stream' },
          partSize: PART,
          queueSize: 1,
        });
        await upload.done();
        return `s3://${options.bucket}/${key}`;
      } finally {
        client.destroy();
      }
    },
  };
}

/** @throws StartError if there is no such backup */
export async function readS3(options: S3Options, key: string): Promise<AsyncIterable<Buffer>> {
  const client = clientOf(options);
  try {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: options.bucket, Key: key }));
    const stream = body as Readable;
    stream.once('close', () => client.destroy());
    return stream;
  } catch (cause) {
    client.destroy();
    if (!(cause instanceof NoSuchKey)) throw cause;
    throw new StartError(`There is no backup at s3://${options.bucket}/${key}.`, exitCodes.notFound, {
      cause,
    });
  }
}
