import { Link, useNavigation } from '@remix-run/react';
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react';
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

type ButtonProps = ButtonLook & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'>;

export function Button({
  kind,
  size,
  wide,
  icon,
  iconOnly,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button {...rest} type={type} className={look({ kind, size, wide, iconOnly, className })}>
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
  const pressed =
    navigation.state !== 'idle' &&
    navigation.formMethod !== undefined &&
    navigation.formMethod !== 'GET' &&
    (rest.name === undefined || navigation.formData?.get(rest.name) === rest.value);
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
