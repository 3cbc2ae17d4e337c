import { LinkButton } from '../../components/index.ts';

/** Link to the previous step, which keeps what was saved. */
export function BackLink({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <LinkButton kind="quiet" size="large" to={to}>
      Back
    </LinkButton>
  );
}
