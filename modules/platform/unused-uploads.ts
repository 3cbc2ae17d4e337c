import { DAY } from './browser.ts';
import { column } from './database/column.ts';
import { sql } from './database/sql.ts';
import { statement } from './database/statement.ts';
import type { Sweep } from './sweep.ts';

/**
 * What a browser uploads by PUT is stored here until the next call takes it (`takeUpload`). No row refers to it. The rest
 * of a key is `kind/owner`, or more, where the owner is the id of a person or a company.
 */
export const UPLOADS = 'uploads/';

/** Much longer than an upload address works, so that nothing is deleted that somebody is about to hand in. */
export const UNUSED_UPLOAD_KEPT = DAY;

const heldUploads = statement({
  name: 'platform.unused-uploads.held',
  row: { key: column.text },
  sql: (keys: readonly string[]) => sql`
    select key from unnest(${sql.val(keys)}::text[]) key
    where exists (
      select from legal_hold h where h.lifted_at is null
        and split_part(key, '/', 3) in (h.account_id::text, h.company_id::text))`,
});

/** Deletes files that were uploaded and never handed in. */
export const unusedUploadsSweep: Sweep = {
  name: 'platform.unused-uploads',
  size: 20,
  owners: { held: heldUploads },
  async keys({ portal, now }, after, size) {
    const keys: string[] = [];
    for await (const key of portal.storage.listOlder(UPLOADS, writtenBefore(now))) {
      if (after === null || key > after) keys.push(key);
    }
    return keys.toSorted((one, other) => (one < other ? -1 : 1)).slice(0, size);
  },
  async run({ portal: { storage }, now }, keys) {
    let deleted = 0;
    for (const asked of keys) {
      // Looked at again, because another file may have been uploaded to the same place since.
      for await (const key of storage.listOlder(asked, writtenBefore(now))) {
        if (key !== asked) continue;
        await storage.delete(key);
        deleted += 1;
      }
    }
    return deleted;
  },
};

const writtenBefore = (now: Date) => new Date(now.getTime() - UNUSED_UPLOAD_KEPT);
