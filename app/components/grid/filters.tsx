import { Form } from '@remix-run/react';
import type { GridFilterControl } from '#modules/platform/browser.ts';
import { longestTerm } from '#modules/platform/fields/search.ts';
import { Icon } from '../icon.tsx';
import { Segment } from '../tabs.tsx';
import { placeNames, withQuery } from './page.ts';

interface GridFiltersProps {
  filters: readonly GridFilterControl[];
  search: string;
}

/** The search box and selects of a grid, as one form that keeps the rest of the address. */
export function GridFilters({ filters, search }: GridFiltersProps) {
  const inForm = filters.filter(({ kind }) => kind !== 'segment');
  if (inForm.length === 0) return null;
  return (
    <Form method="get" className="toolbar-filters" preventScrollReset>
      <KeptQuery search={search} without={inForm.map(({ name }) => name)} />
      {inForm.map((filter) =>
        filter.kind === 'search' ? (
          <SearchBox key={filter.name} filter={filter} />
        ) : filter.kind === 'date' ? (
          <DateBox key={filter.name} filter={filter} />
        ) : (
          <Choices key={filter.name} filter={filter} />
        ),
      )}
      <button type="submit" className="btn btn-small">
        <Icon name="filter" />
        Filter
      </button>
    </Form>
  );
}

/** The filters that are shown as rows of links. */
export function GridSegments({ filters, search }: GridFiltersProps) {
  return filters
    .filter(({ kind }) => kind === 'segment')
    .map(({ name, label, options, value }) => (
      <Segment
        key={name}
        label={label}
        items={options.map((option, at) => ({
          label: option.label,
          to: withQuery(search, { [name]: at === 0 ? null : option.value }),
          current: option.value === value,
        }))}
      />
    ));
}

/** Hidden fields with the parts of the address that a form keeps: all except its own fields and the page. */
export function KeptQuery({ search, without }: { search: string; without: readonly string[] }) {
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => !without.includes(name) && !placeNames.includes(name),
  );
  return (
    <>
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** The keys of both inputs contain the value, so that after Back they show the value in the address. */
function SearchBox({ filter: { name, label, value } }: { filter: GridFilterControl }) {
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
        maxLength={longestTerm}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  );
}

function DateBox({ filter: { name, label, value } }: { filter: GridFilterControl }) {
  return (
    <label className="with-label">
      <span className="small muted">{label}</span>
      <input className="input input-small" type="date" name={name} defaultValue={value} key={value} />
    </label>
  );
}

function Choices({ filter: { name, label, any, options, value } }: { filter: GridFilterControl }) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <select className="select select-small" name={name} aria-label={label} defaultValue={value} key={value}>
      <option value="">{any}</option>
      {groups.map((group) => {
        const listed = options
          .filter((option) => option.group === group)
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ));
        return group === undefined ? (
          listed
        ) : (
          <optgroup key={group} label={group}>
            {listed}
          </optgroup>
        );
      })}
    </select>
  );
}
