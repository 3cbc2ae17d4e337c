import { identityTimings, sessionWarning } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { GateDialog } from '../../components/gate-dialog.tsx';
import { Button, DialogBody, DialogFoot } from '../../components/index.ts';

interface SessionEndingProps {
  /** Whether it ends even if the person goes on using it, because it has its greatest age. */
  isFinal: boolean;
  onStay: () => void;
  onLeave: () => void;
}

const soon = formatDuration(sessionWarning);

/** The warning before a session ends by itself. */
export function SessionEnding({ isFinal, onStay, onLeave }: SessionEndingProps) {
  if (isFinal) {
    return (
      <GateDialog title="Please log in again" onEscape={onLeave}>
        <DialogBody>
          <p>
            You’ve been logged in for {formatDuration(identityTimings['session.absolute'])}, the longest a
            login lasts. What you typed on this page will be here after you log in again.
          </p>
        </DialogBody>
        <DialogFoot cancel={null}>
          <Button kind="primary" onClick={onLeave}>
            Log in again
          </Button>
        </DialogFoot>
      </GateDialog>
    );
  }
  return (
    <GateDialog title="Do you want to stay logged in?" focusButton onEscape={onStay}>
      <DialogBody>
        <p>You haven’t done anything here for a while. For your safety, we’ll log you out in {soon}.</p>
      </DialogBody>
      <DialogFoot cancel={null}>
        <Button kind="primary" onClick={onStay}>
          Stay logged in
        </Button>
      </DialogFoot>
    </GateDialog>
  );
}
