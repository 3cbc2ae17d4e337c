import { useContext, useEffect, useState } from 'react';
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
};

/** Chooses one or several files in a multipart form. With script, a chosen picture is shown before it is sent. */
export function FileInput({
  name,
  accept,
  multiple,
  optional = false,
  error: given,
  ...frame
}: FileInputProps) {
  const { error: found, id, corrected, hintId, errorId } = useField(name);
  const error = given ?? found;
  const isRefused = Object.keys(useContext(FormContext)?.errors ?? {}).length > 0;
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture) : undefined), [picture]);
  return (
    <Frame {...frame} id={id} hintId={hintId} errorId={errorId} error={error} corrected={corrected}>
      <input
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
          const file = event.target.files?.[0];
          setPicture(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
        }}
      />
      {/* Without script, a refused form is a new page, and browsers do not keep the chosen file in it. */}
      {isRefused && !optional && !error ? (
        <p className="hint without-script">
          A file isn’t kept when something has to be corrected. Please choose it again.
        </p>
      ) : null}
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
