import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type _Object as S3Object,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SECOND } from '../browser.ts';
import {
  checkExpiry,
  checkKey,
  checkLength,
  disposition,
  type SignedGet,
  type SignedPut,
  type SizedStream,
  type Storage,
  type StoredFile,
  StoredFileMissing,
} from './storage.ts';

export interface S3Options {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Set for services other than Amazon's; the bucket is then part of the path. */
  endpoint?: string | null;
}

/**
 * Stores files in an S3-compatible storage. Signed URLs lead to the storage itself and expire by the machine's time.
 */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, region, accessKeyId, secretAccessKey, endpoint }: S3Options) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // Services other than Amazon's do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5 * SECOND, requestTimeout: 60 * SECOND },
    });
  }

  async put(
    key: string,
    body: Uint8Array | SizedStream,
    { contentType }: { contentType: string },
  ): Promise<void> {
    const sized = body instanceof Uint8Array ? { stream: body, bytes: body.length } : body;
    await this.#client.send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: checkKey(key),
        Body: sized.stream,
        ContentLength: sized.bytes,
        ContentType: contentType,
      }),
    );
  }

  async get(key: string): Promise<StoredFile> {
    try {
      const object = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: checkKey(key) }),
      );
      return {
        body: object.Body as Readable,
        contentType: object.ContentType ?? 'application/octet-stream',
        bytes: object.ContentLength ?? 0,
      };
    } catch (error) {
      if (error instanceof NoSuchKey) throw new StoredFileMissing(key);
      throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<string, void> {
    for await (const { Key: key } of this.#objects(prefix)) if (key !== undefined) yield key;
  }

  async *listOlder(prefix: string, before: Date): AsyncGenerator<string, void> {
    for await (const { Key: key, LastModified: written } of this.#objects(prefix)) {
      if (key !== undefined && written && written < before) yield key;
    }
  }

  async *#objects(prefix: string): AsyncGenerator<S3Object, void> {
    let from: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: from }),
      );
      yield* page.Contents ?? [];
      from = page.NextContinuationToken;
    } while (from !== undefined);
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: checkKey(key) }));
  }

  async signedGet(key: string, { expiresIn, filename, inline = false }: SignedGet): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: checkKey(key),
      ResponseContentDisposition: disposition(filename, inline),
    });
    return getSignedUrl(this.#client, command, { expiresIn: seconds(expiresIn) });
  }

  async signedPut(key: string, { expiresIn, most, bytes, contentType }: SignedPut): Promise<string> {
    checkLength({ most, bytes });
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: checkKey(key),
      ContentType: contentType,
      ContentLength: bytes,
    });
    return getSignedUrl(this.#client, command, {
      expiresIn: seconds(expiresIn),
      // Signed as headers, so that the storage refuses another type or length.
      signableHeaders: new Set(['content-type', 'content-length', 'host']),
      unhoistableHeaders: new Set(['content-type', 'content-length']),
    });
  }

  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }

  close(): void {
    this.#client.destroy();
  }
}

function seconds(expiresIn: number): number {
  return Math.max(1, Math.floor(checkExpiry(expiresIn) / SECOND));
}
