/** A file that an answer brings instead of a page. */

import { createReadStream, type ReadStream } from 'node:fs';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormResponse } from './exchange.ts';

export class Download {
  readonly #response: FormResponse;
  #saved: Promise<string> | undefined;

  constructor(response: FormResponse) {
    this.#response = response;
  }

  url(): string {
    return this.#response.url();
  }

  /** The name that the server gives the file. */
  suggestedFilename(): string {
    const disposition = this.#response.headers()['content-disposition'] ?? '';
    const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
    if (encoded) return decodeURIComponent(encoded);
    const [, quoted, plain] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
    return quoted ?? plain ?? (new URL(this.url()).pathname.split('/').at(-1) || 'download');
  }

  /** Saves it in a folder of its own, once. */
  path(): Promise<string> {
    this.#saved ??= this.#save();
    return this.#saved;
  }

  async saveAs(path: string): Promise<void> {
    await copyFile(await this.path(), path);
  }

  async createReadStream(): Promise<ReadStream> {
    return createReadStream(await this.path());
  }

  async failure(): Promise<null> {
    return null;
  }

  async #save(): Promise<string> {
    const path = join(await mkdtemp(join(tmpdir(), 'form-browser-')), 'download');
    await writeFile(path, await this.#response.body());
    return path;
  }
}
