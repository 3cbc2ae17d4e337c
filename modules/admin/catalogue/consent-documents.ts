import { z } from 'zod';
import {
  catalogueFile,
  publishConsentDraft,
  readConsentText,
  saveConsentDraft,
} from '#modules/applications/index.ts';
import { inputOf, operation, staff, textBlocks, trimmed } from '#modules/platform/index.ts';
import { consentDraftFields } from '../fields.ts';
import { changesOfDraft, draftChanges } from './draft-changes.ts';

/** The consent documents of the catalogue: written as a draft, published as a version that never changes (D89). */

const documentName = z.object({
  craid: trimmed(20, 1),
  kind: catalogueFile.shape.consent_documents.element.shape.kind,
  state: catalogueFile.shape.consent_documents.element.shape.state,
});

const text = {
  title: z.string(),
  body: z.string(),
  acknowledgement_text: z.string().nullable(),
  requires_signature: z.boolean(),
};

export const getConsentDocument = operation({
  name: 'admin.get-consent-document',
  summary: 'The draft and the published versions of a consent document.',
  access: staff,
  kind: 'read',
  input: documentName,
  output: z.object({
    draft: z.object({ ...text, written_at: z.date(), author: z.string() }).nullable(),
    versions: z.array(z.object({ ...text, version: z.number(), in_force_from: z.date() })),
    seen: z.string(),
    /** How the draft differs from the version in force; null if one of them is missing. */
    changes: draftChanges.nullable(),
  }),
  async run(work, name) {
    const { draft, versions, seen } = await readConsentText(work, name);
    const [current] = versions;
    return {
      draft: draft && { ...draft, author: `${draft.firstname} ${draft.lastname}` },
      versions,
      seen,
      changes: changesOfDraft(current && linesOf(current), draft && linesOf(draft)),
    };
  },
});

/** A document as an applicant sees it, one line for each part. */
const linesOf = ({
  title,
  body,
  acknowledgement_text,
  requires_signature,
}: z.output<z.ZodObject<typeof text>>) => [
  title,
  ...textBlocks(body).map((block) => block.text),
  acknowledgement_text ? `Checkbox: ${acknowledgement_text}` : 'No checkbox',
  requires_signature ? 'Asks for a signature' : 'Asks for no signature',
];

export const saveConsentDocument = operation({
  name: 'admin.save-consent-document',
  summary: 'Saves a draft of a consent document.',
  access: staff,
  kind: 'write',
  input: inputOf(consentDraftFields).extend(documentName.shape),
  output: z.object({}),
  async run(work, { craid, kind, state, seen, ...draft }) {
    await saveConsentDraft(work, { craid, kind, state }, draft, { seen, authorId: work.caller.accountId });
    return {};
  },
});

export const publishConsentDocument = operation({
  name: 'admin.publish-consent-document',
  summary: 'Publishes the draft of a consent document as its next version.',
  access: staff,
  kind: 'write',
  input: documentName.extend({ seen: z.string().max(64) }),
  output: z.object({}),
  async run(work, { craid, kind, state, seen }) {
    await publishConsentDraft(work, { craid, kind, state }, seen);
    return {};
  },
});
