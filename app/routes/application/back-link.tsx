import { Button, LinkButton } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';

/** To the step before; what was saved there stays. */
export function BackLink({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <LinkButton kind="quiet" size="large" to={to}>
      Back
    </LinkButton>
  );
}

/** As BackLink, from a step with fields: what is typed is kept unfinished. */
export function BackButton({ intent }: { intent: Intent }) {
  return (
    <Button type="submit" kind="quiet" size="large" intent={intent} formNoValidate>
      Back
    </Button>
  );
}
