import { useContext, useEffect, useRef, useState } from 'react';
import { Frame, type FrameProps } from './field.tsx';
import { describedBy, FormContext, useField } from './state.ts';

type FileInputProps = FrameProps & {
  name: string;
  label: string;
  /** The types of files that the browser offers. The server checks the content. */
  accept: string;
  /** Several files at once. */
  multiple?: boolean;
  /** Whether the form may be sent without a file. */
  optional?: boolean;
  /** The size that the server takes, and its words about more. With script they are said before the form is sent. */
  most: FileMost;
};

export interface FileMost {
  bytes: number;
  /** Whether that is the size of all files, and not of each. */
  together?: true;
  words: string;
}

/** What the browser can say about the chosen files; empty if nothing. */
function wordsAbout(files: readonly File[], { bytes, together, words }: FileMost): string {
  const sizes = files.map(({ size }) => size);
  const largest = together ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(0, ...sizes);
  return largest > bytes ? words : '';
}

/** What to do about files that are no longer there. The portal does not know whether a file had been chosen. */
function againWords({ multiple, optional }: { multiple: boolean | undefined; optional: boolean }): string {
  const files = multiple ? 'files' : 'file';
  return optional
    ? `If you had chosen any, please choose the ${files} again.`
    : `Please choose the ${files} again.`;
}

/** Chooses one or several files in a multipart form. With script, a chosen picture is shown before it is sent. */
export function FileInput({
  name,
  accept,
  multiple,
  optional = false,
  most,
  error: given,
  ...frame
}: FileInputProps) {
  const { error: found, id, corrected, hintId, errorId } = useField(name);
  const input = useRef<HTMLInputElement>(null);
  const [large, setLarge] = useState('');
  const again = againWords({ multiple, optional });
  const error = large || (given ?? found);
  const form = useContext(FormContext);
  const isRefused = Object.keys(form?.errors ?? {}).length > 0;
  const [picture, setPicture] = useState<string | null>(null);
  // The form is not sent while it says something about a field (form.tsx).
  function look(chosen: HTMLInputElement): void {
    const words = wordsAbout([...(chosen.files ?? [])], most);
    chosen.setCustomValidity(words);
    setLarge(words);
  }
  const first = useRef(look);
  // A file may have been chosen before the script ran.
  useEffect(() => {
    if (input.current) first.current(input.current);
  }, []);
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture) : undefined), [picture]);
  return (
    <Frame
      {...frame}
      id={id}
      hintId={hintId}
      errorId={errorId}
      error={error}
      corrected={corrected}
      isNew={large !== ''}
    >
      <input
        ref={input}
        className="input input-file"
        type="file"
        id={id}
        name={name}
        accept={accept}
        multiple={multiple}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(frame.hint ? hintId : null, error ? errorId : null)}
        onChange={(event) => {
          look(event.target);
          const file = event.target.files?.[0];
          setPicture(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
        }}
      />
      {/* Without script, a refused form is a new page, and browsers do not keep the chosen file in it. */}
      {isRefused && !error ? (
        <p className="hint without-script">Files aren’t kept when a form has to be corrected. {again}</p>
      ) : null}
      {/* It came back after a log-in or new terms, for which only text is kept. */}
      {form?.restored && !error ? <p className="hint">Files aren’t kept. {again}</p> : null}
      {picture ? (
        <img
          className="file-picture"
          src={picture}
          alt="The file you chose"
          onError={() => setPicture(null)}
        />
      ) : null}
    </Frame>
  );
}
