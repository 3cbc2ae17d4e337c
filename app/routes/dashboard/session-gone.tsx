import { EmptyState, LinkButton } from '../../components/index.ts';

/** In a frame whose session has ended: the page around it leads to the sign-in. */
export function SessionGone({ to }: { to: string }) {
  return (
    <EmptyState
      icon="lock"
      title="Your session has ended"
      action={
        <LinkButton kind="primary" to={to} target="_top" reloadDocument>
          Sign in again
        </LinkButton>
      }
    />
  );
}
