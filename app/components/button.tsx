import { Link, useNavigation } from '@remix-run/react';
import { type ButtonHTMLAttributes, type ComponentProps, type ReactNode, useContext } from 'react';
import { formName, type Intent, intentField } from '../intents.ts';
import { FormContext } from './form/state.ts';
import { Icon, type IconName } from './icon.tsx';
import { useLaterPress } from './later-press.ts';

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

export interface ButtonLook {
  /** At most one primary button per screen. danger is only for the dialog that confirms the action. */
  kind?: ButtonKind;
  /** small (32 px) for toolbars, normal (40 px) for forms, large (48 px) for decisions. */
  size?: ButtonSize;
  wide?: boolean;
  icon?: IconName;
  /** Shows only the icon; an aria-label is required. */
  iconOnly?: boolean;
  className?: string;
  children?: ReactNode;
}

function look({ kind = 'default', size = 'normal', wide, iconOnly, className }: ButtonLook): string {
  return [
    'btn',
    kind === 'default' ? null : `btn-${kind}`,
    size === 'normal' ? null : `btn-${size}`,
    wide ? 'btn-wide' : null,
    iconOnly ? 'btn-icon' : null,
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = ButtonLook & {
  /** The intent that the button sends instead of its form's. */
  intent?: Intent;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'>;

/** The name and value of a button: those of its intent, or the given ones. */
function sent({ intent, name, value }: Pick<ButtonProps, 'intent' | 'name' | 'value'>) {
  return intent ? { name: intentField, value: intent } : { name, value };
}

export function Button({
  kind,
  size,
  wide,
  icon,
  iconOnly,
  className,
  children,
  type = 'button',
  intent,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...sent({ ...rest, intent })}
      type={type}
      className={look({ kind, size, wide, iconOnly, className })}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

type LinkButtonProps = ButtonLook & Omit<ComponentProps<typeof Link>, 'children' | 'className'>;

/** A link styled as a button, for navigation only. */
export function LinkButton({
  kind,
  size,
  wide,
  icon,
  iconOnly,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={look({ kind, size, wide, iconOnly, className })}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}

type SubmitButtonProps = Omit<ButtonProps, 'type'> & {
  /** Label while the form is being sent; the button's own label by default. */
  pending?: string;
  /** Set by a form that submits with a fetcher. */
  busy?: boolean;
};

/**
 * Submits its form and shows its progress. While sending it is not disabled, so that focus and the button's name and
 * value are kept; a second press is ignored. If another form or button of the page is being sent, this one is sent after
 * it: two at a time may reach the database in another order.
 */
export function SubmitButton({
  pending,
  busy,
  kind = 'primary',
  icon,
  children,
  onClick,
  disabled,
  ...rest
}: SubmitButtonProps) {
  const form = useContext(FormContext);
  const navigation = useNavigation();
  const own = sent(rest);
  const sending =
    navigation.state !== 'idle' && navigation.formMethod !== undefined && navigation.formMethod !== 'GET';
  const ofThisForm = (navigation.formData?.get(formName) ?? null) === (form?.id ?? null);
  const ofThisButton = own.name === undefined || navigation.formData?.getAll(own.name).at(-1) === own.value;
  const later = useLaterPress();
  const waiting = busy ?? (later.waiting || (sending && ofThisForm && ofThisButton));
  return (
    <Button
      {...rest}
      type="submit"
      disabled={disabled || form?.incomplete}
      kind={kind}
      icon={waiting ? undefined : icon}
      aria-busy={waiting || undefined}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !(busy ?? sending)) return;
        event.preventDefault();
        if (!waiting) later.press(event.currentTarget);
      }}
    >
      {waiting ? <span className="spin" aria-hidden="true" /> : null}
      {waiting && pending ? pending : children}
    </Button>
  );
}
