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
export function Field({
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

export function TextInput({
  name,
  label,
  hint,
  optional,
  error: given,
  aside,
  className,
  icon,
  beside,
  ...input
}: TextInputProps) {
  const field = useField(name);
  const error = given ?? field.error;
  const control = (
    <input
      defaultValue={input.value === undefined ? (field.value ?? '') : undefined}
      required={!optional && !input.disabled && !input.readOnly}
      {...input}
      className="input"
      id={field.id}
      name={name}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(hint ? field.hintId : null, error ? field.errorId : null)}
    />
  );
  const dressed = icon ? (
    <div className="with-icon">
      <Icon name={icon} />
      {control}
    </div>
  ) : (
    control
  );
  return (
    <Field {...field} {...{ label, hint, optional, error, aside, className }}>
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

export function TextArea({
  name,
  label,
  hint,
  optional,
  error: given,
  aside,
  className,
  ...input
}: TextAreaProps) {
  const field = useField(name);
  const error = given ?? field.error;
  return (
    <Field {...field} {...{ label, hint, optional, error, aside, className }}>
      <textarea
        defaultValue={field.value ?? ''}
        required={!optional}
        {...input}
        className="area"
        id={field.id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(hint ? field.hintId : null, error ? field.errorId : null)}
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

export function Select({
  name,
  label,
  hint,
  optional,
  error: given,
  aside,
  className,
  options,
  placeholder,
  ...input
}: SelectProps) {
  const field = useField(name);
  const error = given ?? field.error;
  return (
    <Field {...field} {...{ label, hint, optional, error, aside, className }}>
      <select
        defaultValue={field.value ?? ''}
        required={!optional}
        {...input}
        className="select"
        id={field.id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(hint ? field.hintId : null, error ? field.errorId : null)}
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
