import type { ReactNode } from 'react';
import { Avatar } from '../avatar.tsx';

interface PersonProps {
  firstname: string;
  lastname: string;
  /** In place of the name, where there is only an address. */
  name?: ReactNode;
  /** Under the name: the business. */
  note?: string | null;
  photo?: string | null;
}

/** A person in a grid's first column. */
export function Person({ firstname, lastname, name, note, photo }: PersonProps) {
  return (
    <span className="person">
      <Avatar firstname={firstname} lastname={lastname} photo={photo} />
      <span>
        <b>{name ?? `${firstname} ${lastname}`}</b>
        {note ? <small>{note}</small> : null}
      </span>
    </span>
  );
}
