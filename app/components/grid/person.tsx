import { Avatar } from '../avatar.tsx';

interface PersonProps {
  firstname: string;
  lastname: string;
  /** Under the name: the business. */
  note?: string | null;
  photo?: string | null;
}

/** A person in a grid's first column. */
export function Person({ firstname, lastname, note, photo }: PersonProps) {
  return (
    <span className="person">
      <Avatar firstname={firstname} lastname={lastname} photo={photo} />
      <span>
        <b>
          {firstname} {lastname}
        </b>
        {note ? <small>{note}</small> : null}
      </span>
    </span>
  );
}
