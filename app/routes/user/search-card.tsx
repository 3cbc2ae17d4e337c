import { Form } from '@remix-run/react';
import { Button, Card, Icon } from '../../components/index.ts';

/** Looks another person up; the result opens on its own page. `left` is null for a team member, who has no limit. */
export function SearchCard({ left, limit }: { left: number | null; limit: number }) {
  return (
    <Card
      title="Search ShieldID"
      aside={
        left === null ? null : (
          <span className="small faint">
            {left} of {limit} free searches left in 30 days
          </span>
        )
      }
    >
      <Form className="stack stack-8" method="get" action="/user/search" role="search">
        <label className="muted" htmlFor="searchterm">
          Check a person before they come to work. They see that you looked.
        </label>
        <div className="joined">
          <div className="with-icon">
            <Icon name="search" />
            <input
              className="input"
              id="searchterm"
              name="searchterm"
              autoComplete="off"
              enterKeyHint="search"
              placeholder="ShieldID or e-mail"
              maxLength={254}
              required
            />
          </div>
          <Button type="submit">Search</Button>
        </div>
      </Form>
    </Card>
  );
}
