import { Field, type FieldProps } from './field.tsx';
import { describedBy, useField } from './state.ts';

type FileInputProps = FieldProps & {
  /** As in HTML: `.pdf`, `image/*`. */
  accept: string;
  /** A phone's camera: user for a face, environment for a document. */
  capture?: 'user' | 'environment';
  multiple?: boolean;
};

/** A file, sent with a multipart form. */
export function FileInput({
  name,
  label,
  hint,
  optional,
  error: given,
  aside,
  className,
  ...input
}: FileInputProps) {
  const field = useField(name);
  const error = given ?? field.error;
  return (
    <Field {...field} {...{ label, hint, optional, error, aside, className }}>
      <input
        {...input}
        type="file"
        className="input input-file"
        id={field.id}
        name={name}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(hint ? field.hintId : null, error ? field.errorId : null)}
      />
    </Field>
  );
}
