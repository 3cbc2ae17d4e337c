import { z } from 'zod';
import { releaseNoteFields, tourStepNames, tourTextsFields, vitalNames } from '#modules/enterprise/fields.ts';
import {
  addReleaseNote,
  listVitals,
  readReleaseNotes,
  readTourTexts,
  removeReleaseNote,
  writeTourTexts,
} from '#modules/enterprise/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';

/** What staff do about the pages that everybody sees: the release notes, and how fast the pages are. */

export const getReleaseNotes = operation({
  name: 'admin.get-release-notes',
  summary: 'The release notes, newest first.',
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

export const getTourTexts = operation({
  name: 'admin.get-tour-texts',
  summary: 'What the guided tour says at each of its steps.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    steps: z.array(z.object({ name: z.enum(tourStepNames), title: z.string(), text: z.string() })),
  }),
  async run(work) {
    return { steps: await readTourTexts(work) };
  },
});

export const saveTourTexts = operation({
  name: 'admin.save-tour-texts',
  summary: 'Changes what the guided tour says.',
  access: staff,
  kind: 'write',
  input: inputOf(tourTextsFields),
  output: z.object({}),
  async run(work, { steps }) {
    await writeTourTexts(work, steps);
    return {};
  },
});

export const getVitals = operation({
  name: 'admin.get-vitals',
  summary: 'The 75th percentile of page speed over the last four weeks.',
  access: staff,
  kind: 'read',
  mayLag: true,
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
