import { Button, LinkButton } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';

/** Link to the previous step, which keeps what was saved. */
export function BackLink({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <LinkButton kind="quiet" size="large" to={to}>
      Back
    </LinkButton>
  );
}

/** Like BackLink, for a step with fields: saves what was typed as a draft. */
export function BackButton({ intent }: { intent: Intent }) {
  return (
    <Button type="submit" kind="quiet" size="large" intent={intent} formNoValidate>
      Back
    </Button>
  );
}
