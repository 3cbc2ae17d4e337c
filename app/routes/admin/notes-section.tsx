import { adminNoteFields } from '#modules/admin/fields.ts';
import { type NoteType, noteTypes } from '#modules/admin/statuses.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Badge,
  Card,
  ChoiceGroup,
  checkedBy,
  Form,
  RadioChoice,
  SubmitButton,
  TextArea,
} from '../../components/index.ts';
import type { Intent } from '../../intents.ts';
import { recordIntents } from './record-intents.ts';

const fields = bind(adminNoteFields);

const check = checkedBy(() => import('#modules/admin/forms.ts').then((forms) => forms.adminNoteForm));

export const noteLabels: Record<NoteType, string> = {
  note: 'Note',
  refund: 'Refund',
  expiration: 'Expiration',
  dispute: 'Dispute',
  call: 'Call',
};

interface NotesSectionProps {
  /** The intent of the form; by default that of the person's record. */
  intent?: Intent;
  notes: {
    id: string;
    authorname: string;
    authoremailaddress: string;
    dts: Date;
    note_type: NoteType;
    note: string | null;
  }[];
  timeZone: string;
  /** The answer of the page's action. */
  result: unknown;
}

/** The notes of staff about a person, newest first, and a form to add one (doc3 §2, Administrative Notes). */
export function NotesSection({ intent = recordIntents.note, notes, timeZone, result }: NotesSectionProps) {
  return (
    <Card id="notes" className="sec" title="Administrative Notes">
      <Form id="admin-note" intent={intent} result={result} defaults={{ note_type: 'note' }} check={check}>
        <ChoiceGroup field={fields.note_type}>
          <div className="row">
            {noteTypes.map((type) => (
              <RadioChoice key={type} field={fields.note_type} value={type} label={noteLabels[type]} />
            ))}
          </div>
        </ChoiceGroup>
        {/* The field is empty again after a note is saved. */}
        <TextArea
          key={notes[0]?.id ?? 'first'}
          field={fields.note}
          hint={`At least ${adminNoteFields.note.min} characters. Don’t include a Social Security number.`}
          rows={3}
        />
        <div className="actions">
          <SubmitButton pending="Saving">Save note</SubmitButton>
        </div>
      </Form>
      {notes.length === 0 ? null : (
        <ol className="timeline" aria-label="Notes">
          {notes.map((entry) => (
            <li key={entry.id}>
              <div className="line">
                <b>{entry.authorname}</b>
                <time dateTime={entry.dts.toISOString()}>{formatDateTime(entry.dts, timeZone)}</time>
              </div>
              <p className="small muted anywhere">
                {showEmailAddress(entry.authoremailaddress)} <Badge>{noteLabels[entry.note_type]}</Badge>
              </p>
              <p className="anywhere written">{entry.note ?? 'Erased with the personal data'}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
