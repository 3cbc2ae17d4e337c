import { useSearchParams } from '@remix-run/react';
import { Icon } from '../icon.tsx';

interface Option {
  value: string;
  label: string;
}

interface GridSearchProps {
  /** In the address; q by custom. */
  name: string;
  label: string;
}

/** Part of a name, an address, an id. Filled from the address, so that Back shows what was asked. */
export function GridSearch({ name, label }: GridSearchProps) {
  const [query] = useSearchParams();
  const value = query.get(name) ?? '';
  return (
    <div className="with-icon">
      <Icon name="search" />
      <input
        className="input input-small"
        type="search"
        name={name}
        aria-label={`Search ${label}`}
        placeholder={label}
        defaultValue={value}
        key={value}
        maxLength={254}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  );
}

interface GridSelectProps {
  name: string;
  label: string;
  options: readonly Option[];
  /** The first line, e.g. 'Any status'. */
  any: string;
}

export function GridSelect({ name, label, options, any }: GridSelectProps) {
  const [query] = useSearchParams();
  const value = query.get(name) ?? '';
  return (
    <select className="select select-small" name={name} aria-label={label} defaultValue={value} key={value}>
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
