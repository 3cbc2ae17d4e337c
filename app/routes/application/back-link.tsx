import { LinkButton } from '../../components/index.ts';

/** A link to the previous step. What was saved is kept. */
export function BackLink({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <LinkButton kind="quiet" size="large" to={to}>
      Back
    </LinkButton>
  );
}
