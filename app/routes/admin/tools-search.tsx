import { Form, useLocation, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import {
  isLongEnough,
  longestTerm,
  readSearchTerm,
  SHORTEST_SEARCH,
} from '#modules/platform/fields/search.ts';
import { KeptQuery } from '../../components/grid/filters.tsx';
import { Button, Icon, Tabs } from '../../components/index.ts';

/** In milliseconds: how long nothing is typed before the search starts. */
const PAUSE = 250;

const tabs = [
  { to: '/admin/tools', label: 'Users' },
  { to: '/admin/tools/checks', label: 'Background checks' },
] as const;

/** The tabs for the searches of the console. */
export function ToolsTabs({ current }: { current: (typeof tabs)[number]['label'] }) {
  return <Tabs label="Search" items={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} />;
}

interface SearchBoxProps {
  name: string;
  label: string;
  /** The text of the current search. */
  value: string;
}

/** Searches during typing and on Enter; without script by its button (doc3 §2). */
export function SearchBox({ name, label, value: searched }: SearchBoxProps) {
  const submit = useSubmit();
  const { search } = useLocation();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { location: next } = useNavigation();
  useEffect(() => () => clearTimeout(waiting.current), []);
  useEffect(() => {
    // The search would take the place of what was pressed after the last key.
    if (next) clearTimeout(waiting.current);
  }, [next]);
  return (
    <Form method="get" role="search" className="stack stack-8">
      <KeptQuery search={search} without={[name]} />
      <label htmlFor={name} className="label">
        {label}
      </label>
      <p className="hint" id={`${name}-hint`}>
        At least {SHORTEST_SEARCH} characters.
      </p>
      <div className="joined">
        <div className="with-icon">
          <Icon name="search" />
          <input
            id={name}
            name={name}
            type="search"
            className="input"
            defaultValue={searched}
            maxLength={longestTerm}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby={`${name}-hint`}
            // Also by pasting and dictating, which press no key.
            onInput={(event) => {
              const { form, value } = event.currentTarget;
              clearTimeout(waiting.current);
              if (!isLongEnough(readSearchTerm(value)) || value === searched) return;
              waiting.current = setTimeout(
                () => submit(form, { replace: true, preventScrollReset: true }),
                PAUSE,
              );
            }}
          />
        </div>
        <Button type="submit">Search</Button>
      </div>
    </Form>
  );
}
