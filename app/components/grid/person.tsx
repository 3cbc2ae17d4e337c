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
}

/** A person in a grid's first column. */
export function Person({ firstname, lastname, name, note, photo }: PersonProps) {
  return (
    <span className="person">
      <Avatar firstname={firstname} lastname={lastname} photo={photo} />
      <span>
        <b>{name ?? `${firstname} ${lastname}`}</b>
        {note ? <small title={typeof note === 'string' ? note : undefined}>{note}</small> : null}
      </span>
    </span>
  );
}
