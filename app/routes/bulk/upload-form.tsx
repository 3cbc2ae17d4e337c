import { Link } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { bulkEncodingLabels, bulkEncodings, bulkUploadFields } from '#modules/network/fields.ts';
import { BULK_MEGABYTES, BULK_ROWS } from '#modules/network/limits.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { DropZone, FileInput, Form, Icon, LinkButton, Select, SubmitButton } from '../../components/index.ts';
import { counted } from './bulk-words.ts';

const fields = bind(bulkUploadFields);

const megabytes = BULK_MEGABYTES;

export const uploadBytes = megabytes * 1_048_576;

/** A file to begin with. */
const sample = `data:text/csv;charset=utf-8,${encodeURIComponent(
  'Email,First name,Last name,ShieldID,Mobile,Business name,Note\r\nana@example.com,Ana,Ruiz,,(512) 555-0147,Ruiz Framing,Crew A\r\n',
)}`;

interface UploadFormProps {
  /** Where Nevermind leads. */
  back: string;
  /** The encoding that somebody chose because an earlier file was read wrong. */
  encoding: string | null;
  result: unknown;
}

/** What can be said about a file before it is sent. */
function problemIn(form: HTMLFormElement): string | null {
  const field = form.elements.namedItem('file');
  const file = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
  if (!file) return networkTexts['bulk.no-file'];
  if (file.size === 0) return networkTexts['bulk.no-records'];
  return /\.xls$/i.test(file.name) ? networkTexts['bulk.old-excel'] : null;
}

export function UploadForm({ back, encoding, result }: UploadFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const check = (event: FormEvent<HTMLFormElement>) => {
    const found = problemIn(event.currentTarget);
    if (found) event.preventDefault();
    setProblem(found);
  };
  return (
    <Form
      id="bulk"
      result={result}
      defaults={{ encoding: encoding ?? '' }}
      multipart
      summary={false}
      className="card"
      onSubmit={check}
    >
      <div className="card-body stack">
        <DropZone icon="columns" label="Drop it to upload">
          <FileInput
            name="file"
            label="Drag a file here, or choose one"
            accept=".csv,.txt,.tsv,.xlsx"
            error={problem ?? undefined}
            most={{ bytes: uploadBytes, words: networkTexts['bulk.too-large'] }}
            hint={`CSV or xlsx, up to ${megabytes} MB and ${counted(BULK_ROWS)} rows. At least a column with emails or ShieldIDs.`}
          />
        </DropZone>
        {encoding === null ? null : (
          <Select
            field={fields.encoding}
            options={bulkEncodings.map((each) => [each, bulkEncodingLabels[each]] as const)}
            none="Detect automatically"
            hint="For CSV files with letters that look wrong."
          />
        )}
        <div className="row small muted">
          <Icon name="download" />
          <Link to={sample} download="sample.csv" reloadDocument>
            Sample file
          </Link>
          <span>
            Columns we know: email, ShieldID, first name, last name, full name, mobile, business name, coupon,
            package, note.
          </span>
        </div>
      </div>
      <div className="card-foot">
        <LinkButton to={back}>{networkTexts['network.nevermind']}</LinkButton>
        <SubmitButton className="push" pending="Uploading and reading">
          Upload
        </SubmitButton>
      </div>
    </Form>
  );
}
