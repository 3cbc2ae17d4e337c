import { Form } from '@remix-run/react';
import { longestTerm } from '#modules/platform/fields/search.ts';
import { Button, Icon } from '../../components/index.ts';

interface SearchFormProps {
  label: string;
  /** Shows the placeholder, for labels that do not say what to type. */
  placeholder?: string;
  /** The current search text. */
  searchterm?: string;
}

/** Searches for one person. The result is shown on its own page. */
export function SearchForm({ label, placeholder, searchterm = '' }: SearchFormProps) {
  return (
    <Form className="stack stack-8" method="get" action="/user/search" role="search">
      <label className={placeholder ? 'muted' : 'label'} htmlFor="searchterm">
        {label}
      </label>
      <div className="joined">
        <div className="with-icon">
          <Icon name="search" />
          <input
            className="input"
            id="searchterm"
            name="searchterm"
            defaultValue={searchterm}
            key={searchterm}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={placeholder}
            maxLength={longestTerm}
            required
          />
        </div>
        <Button type="submit">Search</Button>
      </div>
    </Form>
  );
}
