import { LinkButton } from '../../components/index.ts';

/** To the step before; what was saved there stays. */
export function BackLink({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <LinkButton kind="quiet" size="large" to={to}>
      Back
    </LinkButton>
  );
}
