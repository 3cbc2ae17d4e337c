import type { ReactNode } from 'react';
import { Avatar } from '../avatar.tsx';

interface PersonProps {
  firstname: string;
  lastname: string;
  /** Shown instead of the name, such as an email address. */
  name?: ReactNode;
  /** Below the name, such as the business. */
  note?: ReactNode;
  photo?: string | null;
  /** For an address without a name: neither line is cut off, and both may break at any place. */
  whole?: boolean;
}

/** A person in a grid's first column. */
export function Person({ firstname, lastname, name, note, photo, whole }: PersonProps) {
  const breaks = whole ? 'whole' : undefined;
  return (
    <span className="person">
      <Avatar firstname={firstname} lastname={lastname} photo={photo} />
      <span>
        <b className={breaks}>{name ?? `${firstname} ${lastname}`}</b>
        {note ? (
          <small className={breaks} title={typeof note === 'string' ? note : undefined}>
            {note}
          </small>
        ) : null}
      </span>
    </span>
  );
}
