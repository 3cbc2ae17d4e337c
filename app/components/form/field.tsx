import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { describedBy, useField } from './state.ts';

export interface FieldProps {
  /** As in the schema; nested names as conform writes them. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Says (optional) after the label. */
  optional?: boolean;
  /** In place of the form's own error. */
  error?: string;
  /** Stands right of the label: a link such as 'Forgot Password?'. */
  aside?: ReactNode;
  className?: string;
}

type FieldFrameProps = Omit<FieldProps, 'name'> & {
  id: string;
  hintId: string;
  errorId: string;
  children: ReactNode;
};

/** Label above, hint under it, the control, its error. */
function Field({
  id,
  hintId,
  errorId,
  label,
  hint,
  optional,
  error,
  aside,
  className,
  children,
}: FieldFrameProps) {
  const title = (
    <label className="label" htmlFor={id}>
      {label}
      {optional ? <span className="optional"> (optional)</span> : null}
    </label>
  );
  return (
    <div className={className ? `field ${className}` : 'field'}>
      {aside ? (
        <div className="field-head">
          {title}
          {aside}
        </div>
      ) : (
        title
      )}
      {hint ? (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={errorId} text={error} />
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="error" id={id}>
      <Icon name="stop" />
      <span>{text}</span>
    </p>
  );
}

export type TextInputProps = FieldProps & {
  /** Inside the input, at its left. */
  icon?: IconName;
  /** Beside the input, joined to it: a button. */
  beside?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'name'>;

export function TextInput(props: TextInputProps) {
  const { frame, control, value, rest } = useFieldParts(props);
  const { icon, beside, ...input } = rest;
  const typed = (
    <input
      defaultValue={input.value === undefined ? (value ?? '') : undefined}
      required={!frame.optional && !input.disabled && !input.readOnly}
      {...input}
      {...control}
      className="input"
    />
  );
  const dressed = icon ? (
    <div className="with-icon">
      <Icon name={icon} />
      {typed}
    </div>
  ) : (
    typed
  );
  return (
    <Field {...frame}>
      {beside ? (
        <div className="joined">
          {dressed}
          {beside}
        </div>
      ) : (
        dressed
      )}
    </Field>
  );
}

export type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className' | 'name'>;

export function TextArea(props: TextAreaProps) {
  const { frame, control, value, rest } = useFieldParts(props);
  return (
    <Field {...frame}>
      <textarea
        defaultValue={value ?? ''}
        required={!frame.optional}
        {...rest}
        {...control}
        className="area"
      />
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

export type SelectProps = FieldProps & {
  options: readonly Option[];
  /** The empty first line, e.g. 'Choose a state'. */
  placeholder?: string;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'name' | 'children'>;

export function Select(props: SelectProps) {
  const { frame, control, value, rest } = useFieldParts(props);
  const { options, placeholder, ...input } = rest;
  return (
    <Field {...frame}>
      <select
        defaultValue={value ?? ''}
        required={!frame.optional}
        {...input}
        {...control}
        className="select"
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

export type FileInputProps = FieldProps & {
  /** As in HTML: `.pdf`, `image/*`. */
  accept: string;
  /** A phone's camera: user for a face, environment for a document. */
  capture?: 'user' | 'environment';
  multiple?: boolean;
};

/** A file, sent with a multipart form. */
export function FileInput(props: FileInputProps) {
  const { frame, control, rest } = useFieldParts(props);
  return (
    <Field {...frame}>
      <input {...rest} {...control} type="file" className="input input-file" required={!frame.optional} />
    </Field>
  );
}

/** What all kinds of fields do alike: the frame around a control, what names and describes it, and what is its own. */
function useFieldParts<P extends FieldProps>(props: P) {
  const { name, label, hint, optional, error: given, aside, className, ...rest } = props;
  const { value, error: found, ...ids } = useField(name);
  const error = given ?? found;
  return {
    value,
    frame: { ...ids, label, hint, optional, error, aside, className },
    control: {
      id: ids.id,
      name,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(hint ? ids.hintId : null, error ? ids.errorId : null),
    },
    rest,
  };
}
