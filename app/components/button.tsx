import { Link, useNavigation } from '@remix-run/react';
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react';
import { type Intent, intentField } from '../intents.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

export interface ButtonLook {
  /** One primary on a screen; danger only in the dialog that does it. */
  kind?: ButtonKind;
  /** small 32 px for toolbars, normal 40 for forms, large 48 where a person decides. */
  size?: ButtonSize;
  wide?: boolean;
  icon?: IconName;
  /** Shows the icon alone; give an aria-label. */
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
  /** What pressing it asks of the page's action, in place of what its form asks. */
  intent?: Intent;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'>;

/** A button's name and value: its intent, or those that it was given. */
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

/** A link that looks like a button: it goes somewhere and changes nothing. */
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
  /** Said while the form is on its way; the button's own words by default. */
  pending?: string;
  /** Set by the form when it submits by a fetcher. */
  busy?: boolean;
};

/**
 * Submits its form and shows that it is on its way. It stays focusable and is never disabled by that, so that focus
 * and the button's own name and value are not lost; a second press is swallowed.
 */
export function SubmitButton({
  pending,
  busy,
  kind = 'primary',
  icon,
  children,
  onClick,
  ...rest
}: SubmitButtonProps) {
  const navigation = useNavigation();
  const own = sent(rest);
  const pressed =
    navigation.state !== 'idle' &&
    navigation.formMethod !== undefined &&
    navigation.formMethod !== 'GET' &&
    (own.name === undefined || navigation.formData?.getAll(own.name).at(-1) === own.value);
  const waiting = busy ?? pressed;
  return (
    <Button
      {...rest}
      type="submit"
      kind={kind}
      icon={waiting ? undefined : icon}
      aria-busy={waiting || undefined}
      onClick={(event) => {
        if (waiting) event.preventDefault();
        onClick?.(event);
      }}
    >
      {waiting ? <span className="spin" aria-hidden="true" /> : null}
      {waiting && pending ? pending : children}
    </Button>
  );
}
