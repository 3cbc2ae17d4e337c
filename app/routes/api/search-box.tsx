import { Icon } from '../../components/icon.tsx';

/** A form that works without script: the answer is a page. */
export function SearchBox({ asked = '', id = 'reference-search' }: { asked?: string; id?: string }) {
  return (
    <form method="get" action="/api/search">
      <label className="sr" htmlFor={id}>
        Search calls, fields and errors
      </label>
      <div className="with-icon">
        <Icon name="search" />
        <input
          className="input input-small"
          id={id}
          name="q"
          type="search"
          defaultValue={asked}
          maxLength={100}
          placeholder="Calls, fields, errors"
        />
      </div>
    </form>
  );
}
