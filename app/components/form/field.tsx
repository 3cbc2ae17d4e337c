import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useState } from 'react';
import type { Bound, ChoiceField, Field, FieldKind } from '#modules/platform/fields/field.ts';
import { attributesOf, typingOf } from '#modules/platform/fields/html.ts';
import { lengthError } from '#modules/platform/fields/length.ts';
import { Icon, type IconName } from '../icon.tsx';
import { groupDigits, tidyValue } from './grouped.ts';
import { describedBy, useField } from './state.ts';

/** The parts around an input. */
export interface FrameProps {
  /** Replaces the label of the field. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Whether (optional) is shown after the label; by default, if the field may be empty. */
  optional?: boolean;
  /** What the page found out while the person typed. Shown instead of the error from the form. */
  error?: ReactNode;
  /** Shown to the right of the label, such as the link 'Forgot Password?'. The Tab key reaches it after the input. */
  aside?: ReactNode;
  className?: string;
}

type FieldFrameProps = FrameProps & {
  id: string;
  hintId: string;
  errorId: string;
  corrected: string | undefined;
  isNew?: boolean;
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
  isNew = false,
  aside,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={['field', aside ? 'field-with-aside' : null, className].filter(Boolean).join(' ')}>
      <label className="label" htmlFor={id}>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </label>
      {hint ? (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={errorId} error={error} corrected={corrected} isNew={isNew} />
      {aside ? <div className="field-aside">{aside}</div> : null}
    </div>
  );
}

export function FieldError({
  id,
  error,
  corrected,
  isNew = false,
}: {
  id: string;
  error: ReactNode;
  corrected: string | undefined;
  /** Whether it came up while the person typed, so that it is announced. */
  isNew?: boolean;
}) {
  const text = error ?? corrected;
  if (!text) return null;
  return (
    <p className={error ? 'error' : 'error is-corrected'} id={id} role={isNew ? 'alert' : undefined}>
      <Icon name="stop" />
      <span>{text}</span>
    </p>
  );
}

/** The kinds of fields with a single-line input. */
type TypedKind = Exclude<FieldKind, 'tick' | 'agreement' | 'note' | 'state' | 'data'>;

/** The attributes that are determined by the field. */
type Constraints = 'id' | 'className' | 'name' | 'type' | 'inputMode' | 'maxLength' | 'required';

export type TextInputProps = FrameProps & {
  field: Bound<Field<TypedKind>>;
  /** Shown inside the input at the left. */
  icon?: IconName;
  /** Shown next to the input and joined to it, such as a button. */
  beside?: ReactNode;
  /** Replaces the input type of the field, for a password that is shown. */
  type?: 'text';
} & Omit<InputHTMLAttributes<HTMLInputElement>, Constraints>;

/**
 * A single-line input with the constraints of its field. Grouped digits are formatted during typing, and a whole value
 * that was pasted or filled in as the page shows it.
 */
export function TextInput(props: TextInputProps) {
  const { frame, control, value, measure, rest } = useFieldParts(props);
  const { icon, beside, onInput, onBlur, ...input } = rest;
  const { field } = props.field;
  const help = typingOf(field);
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
        groupDigits(event, help);
        measure(event.currentTarget.value);
        onInput?.(event);
      }}
      onBlur={(event) => {
        tidyValue(event.currentTarget, help);
        onBlur?.(event);
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
  const { frame, control, value, measure, rest } = useFieldParts(props);
  const { onInput, ...area } = rest;
  const { min, required } = props.field.field;
  return (
    <Frame {...frame}>
      <textarea
        defaultValue={value ?? ''}
        {...area}
        required={required}
        minLength={min}
        {...control}
        onInput={(event) => {
          measure(event.currentTarget.value);
          onInput?.(event);
        }}
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
  // Said while it is typed, because nothing cuts a text that is too long.
  const [long, setLong] = useState<string>();
  const error = given ?? long ?? found;
  return {
    value,
    /** Looks at the length of what was typed. */
    measure: (typed: string) => setLong(field.kind === 'choice' ? undefined : lengthError(field, typed)),
    frame: {
      ...ids,
      label: label ?? field.label,
      hint,
      optional: optional ?? !field.required,
      error,
      corrected,
      isNew: long !== undefined || given !== undefined,
      aside,
      className,
    },
    control: {
      id: ids.id,
      name,
      'aria-invalid': wrong || given || long ? true : undefined,
      'aria-describedby': describedBy(hint ? ids.hintId : null, error ? ids.errorId : null),
    },
    rest,
  };
}
