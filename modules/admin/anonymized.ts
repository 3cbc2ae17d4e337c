import { replacements, type TableCopies } from '#modules/platform/index.ts';
import { noteAad } from './user/notes.ts';

const { always, codeWord, kept, opaque, sealedFor, words } = replacements;

/** What a copy without personal data has of the admin module's tables. */
export const adminCopies: TableCopies = {
  admin_note: { author_operator: always('Operator'), note_sealed: sealedFor('account_id', noteAad) },
  control_change: { decision_note: words, reason: words, value: kept },
  overview_count: { figure: kept, key: kept },
  pipeline_alert: { profile_number: opaque, reason: codeWord },
  staff_digest: {},
};
