import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { type FormEvent, useRef, useState } from 'react';
import { type PutOutcome, uploadByPut } from '../../components/form/put-upload.ts';
import { FileInput, Form, ProgressLine, SubmitButton } from '../../components/index.ts';
import {
  type PackageProblem,
  packageAccept,
  packageHint,
  packageMost,
  problemField,
  problemOf,
  wordsFor,
  wordsOf,
} from './package-file.ts';

interface PackageUploadProps {
  applicationid: string;
  /** Where the form is sent without script. */
  action: string;
  /** When a package was received; null before. */
  received: Date | null;
  result: unknown;
}

/** What can be said about the chosen files before they are sent. */
function problemIn(files: readonly File[]): PackageProblem | null {
  if (files.length === 0) return 'missing';
  return files.some(({ size }) => size === 0) ? 'empty' : null;
}

/** The progress of the upload by script. */
type Upload =
  | { at: 'chosen' }
  | { at: 'sending'; percent: number }
  | { at: 'done' }
  | { at: 'refused'; words: string };

/**
 * Uploads the signed application. With script, a single file is uploaded by PUT, which shows the progress and keeps the
 * chosen file if it fails. Several photos, the second try, and every try without script are sent with the form.
 */
export function PackageUpload({ applicationid, action, received, result }: PackageUploadProps) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [upload, setUpload] = useState<Upload | null>(null);
  const interrupted = useRef(false);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget;
    const field = form.elements.namedItem('package');
    const files = [...((field instanceof HTMLInputElement && field.files) || [])];
    const problem = problemIn(files);
    const [file, ...others] = files;
    if (!file || problem) {
      event.preventDefault();
      setUpload({ at: 'refused', words: wordsFor[problem ?? 'missing'] });
      return;
    }
    if (interrupted.current || others.length > 0) {
      setUpload(null);
      return;
    }
    event.preventDefault();
    setUpload({ at: 'sending', percent: 0 });
    const outcome = await uploadByPut({
      call: '/hub/api/application/uploadmanualpackage',
      about: { applicationid },
      addressField: 'downloadlink',
      file,
      contentType: 'application/pdf',
      onProgress: (percent) => setUpload({ at: 'sending', percent }),
    });
    if (outcome.ok) {
      form.reset();
      setUpload({ at: 'done' });
      refresh();
    } else refuse(outcome);
  }

  function refuse(outcome: Exclude<PutOutcome, { ok: true }>): void {
    if (outcome.code === 'interrupted') {
      interrupted.current = true;
      setUpload({ at: 'refused', words: wordsFor.interrupted });
      return;
    }
    const problem = problemOf(outcome.code);
    setUpload({ at: 'refused', words: problem ? wordsFor[problem] : outcome.message });
    // A refusal that is not about the file is about the session or the application, so the page is loaded again to show
    // their state.
    if (!problem) refresh();
  }

  /** Loads the step again, without the problem of an earlier answer in the address. */
  function refresh(): void {
    const kept = new URLSearchParams(query);
    kept.delete(problemField);
    navigate(`${pathname}?${kept}`, { replace: true, preventScrollReset: true });
  }

  const error = upload ? (upload.at === 'refused' ? upload.words : undefined) : wordsOf(query);
  return (
    <Form
      id="package"
      action={action}
      result={result}
      multipart
      className="stack"
      onSubmit={(event) => void send(event)}
    >
      {/* The field is empty again after a package is received. */}
      <FileInput
        key={received?.getTime()}
        name="package"
        label="Signed application"
        accept={packageAccept}
        most={packageMost}
        multiple
        error={error}
        hint={packageHint}
      />
      {upload?.at === 'sending' ? (
        <ProgressLine label="Uploading" note={`${upload.percent}%`} value={upload.percent} />
      ) : null}
      {upload?.at === 'done' ? <p role="status">Your signed application is uploaded.</p> : null}
      <div className="actions">
        <SubmitButton
          kind={received ? 'default' : 'primary'}
          pending="Uploading"
          busy={upload?.at === 'sending' ? true : undefined}
        >
          Upload
        </SubmitButton>
      </div>
    </Form>
  );
}
