interface AvatarProps {
  firstname: string;
  lastname?: string;
  photo?: string | null;
  size?: 28 | 36 | 56;
  brand?: boolean;
}

/** A photo or initials beside a name. Decorative, because the name is shown as text. */
export function Avatar({ firstname, lastname = '', photo, size = 36, brand }: AvatarProps) {
  const classes = ['avatar', size === 36 ? null : `avatar-${size}`, brand ? 'avatar-brand' : null];
  if (photo) return <img className={classes.filter(Boolean).join(' ')} src={photo} alt="" />;
  const initials = [firstname, lastname].map((name) => Array.from(name.trim())[0] ?? '').join('');
  return (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      {initials.toUpperCase() || '?'}
    </span>
  );
}
