import { EmptyState, LinkButton } from '../../components/index.ts';

/** Shown in a frame if the session has ended. Its link opens the sign-in instead of the page around the frame. */
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
