import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import type { Bound, ChoiceField, Field, FieldKind } from '#modules/platform/fields/field.ts';
import { attributesOf, groupsOf } from '#modules/platform/fields/html.ts';
import { Icon, type IconName } from '../icon.tsx';
import { groupDigits } from './grouped.ts';
import { describedBy, useField } from './state.ts';

/** The parts around an input. */
export interface FrameProps {
  /** Replaces the label of the field. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Whether (optional) is shown after the label; by default, if the field may be empty. */
  optional?: boolean;
  /** Shown instead of the error from the form. */
  error?: string;
  /** Shown to the right of the label, such as the link 'Forgot Password?'. */
  aside?: ReactNode;
  className?: string;
}

type FieldFrameProps = FrameProps & {
  id: string;
  hintId: string;
  errorId: string;
  corrected: string | undefined;
  children: ReactNode;
};

/** A label, a hint, an input and an error. */
export function Frame({
  id,
  hintId,
  errorId,
  label,
  hint,
  optional,
  error,
  corrected,
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
      <FieldError id={errorId} error={error} corrected={corrected} />
    </div>
  );
}

export function FieldError({
  id,
  error,
  corrected,
}: {
  id: string;
  error: string | undefined;
  corrected: string | undefined;
}) {
  const text = error ?? corrected;
  if (!text) return null;
  return (
    <p className={error ? 'error' : 'error is-corrected'} id={id}>
      <Icon name="stop" />
      <span>{text}</span>
    </p>
  );
}

/** The kinds of fields with a single-line input. */
type TypedKind = Exclude<FieldKind, 'tick' | 'agreement' | 'note' | 'state' | 'data'>;

/** The attributes that are determined by the field. */
type Constraints = 'id' | 'className' | 'name' | 'type' | 'inputMode' | 'maxLength' | 'pattern' | 'required';

export type TextInputProps = FrameProps & {
  field: Bound<Field<TypedKind>>;
  /** Shown inside the input at the left. */
  icon?: IconName;
  /** Shown next to the input and joined to it, such as a button. */
  beside?: ReactNode;
  /** Replaces the input type of the field, for a password that is shown. */
  type?: 'text';
} & Omit<InputHTMLAttributes<HTMLInputElement>, Constraints>;

/** A single-line input with the constraints of its field. Grouped digits are formatted during typing. */
export function TextInput(props: TextInputProps) {
  const { frame, control, value, rest } = useFieldParts(props);
  const { icon, beside, onInput, ...input } = rest;
  const { field } = props.field;
  const groups = groupsOf(field);
  const attributes = attributesOf(field);
  const typed = (
    <input
      defaultValue={input.value === undefined ? (field.secret ? '' : (value ?? '')) : undefined}
      {...attributes}
      {...input}
      required={attributes.required && !input.disabled && !input.readOnly}
      {...control}
      className="input"
      onInput={(event) => {
        if (groups) groupDigits(event, groups);
        onInput?.(event);
      }}
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
    <Frame {...frame}>
      {beside ? (
        <div className="joined">
          {dressed}
          {beside}
        </div>
      ) : (
        dressed
      )}
    </Frame>
  );
}

type TextAreaProps = FrameProps & { field: Bound<Field<'note'>> } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    Constraints
  >;

export function TextArea(props: TextAreaProps) {
  const { frame, control, value, rest } = useFieldParts(props);
  const { max, min, required } = props.field.field;
  return (
    <Frame {...frame}>
      <textarea
        defaultValue={value ?? ''}
        {...rest}
        required={required}
        maxLength={max}
        minLength={min}
        {...control}
        className="area"
      />
    </Frame>
  );
}

/** What all fields have in common: the frame around an input, and the attributes that name and describe it. */
export function useFieldParts<P extends FrameProps & { field: Bound<Field | ChoiceField> }>(props: P) {
  const { field: bound, label, hint, optional, error: given, aside, className, ...rest } = props;
  const { name, field } = bound;
  const { value, error: found, corrected, wrong, ...ids } = useField(name);
  const error = given ?? found;
  return {
    value,
    frame: {
      ...ids,
      label: label ?? field.label,
      hint,
      optional: optional ?? !field.required,
      error,
      corrected,
      aside,
      className,
    },
    control: {
      id: ids.id,
      name,
      'aria-invalid': wrong || given ? true : undefined,
      'aria-describedby': describedBy(hint ? ids.hintId : null, error ? ids.errorId : null),
    },
    rest,
  };
}
