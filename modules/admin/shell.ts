import { z } from 'zod';
import { releaseNoteFields, vitalNames } from '#modules/enterprise/fields.ts';
import {
  addReleaseNote,
  listVitals,
  readReleaseNotes,
  removeReleaseNote,
} from '#modules/enterprise/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';

/** What staff do about the pages that everybody sees: what is new, and how fast they are. */

export const getReleaseNotes = operation({
  name: 'admin.get-release-notes',
  summary: 'The release notes, the newest first.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    notes: z.array(z.object({ id: z.uuid(), title: z.string(), body: z.string(), published_at: z.date() })),
  }),
  async run(work) {
    return { notes: await readReleaseNotes(work) };
  },
});

export const publishReleaseNote = operation({
  name: 'admin.publish-release-note',
  summary: 'Publishes a release note.',
  access: staff,
  kind: 'write',
  input: inputOf(releaseNoteFields),
  output: z.object({}),
  async run(work, note) {
    await addReleaseNote(work, note);
    return {};
  },
});

export const deleteReleaseNote = operation({
  name: 'admin.delete-release-note',
  summary: 'Removes a release note.',
  access: staff,
  kind: 'write',
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  async run(work, { id }) {
    await removeReleaseNote(work, id);
    return {};
  },
});

export const getVitals = operation({
  name: 'admin.get-vitals',
  summary: 'How fast the pages were for three quarters of their visits, in the last four weeks.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    pages: z.array(
      z.object({
        page: z.string(),
        samples: z.number(),
        p75: z.partialRecord(z.enum(vitalNames), z.number()),
      }),
    ),
  }),
  async run(work) {
    return { pages: await listVitals(work) };
  },
});
