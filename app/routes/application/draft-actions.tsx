import { Button, DraftSaver, SubmitButton } from '../../components/index.ts';
import { draftPath } from './addresses.ts';

export interface Drafting {
  /** The position of the step. */
  step: number;
  /** The query of its address. */
  search: string;
  timeZone: string;
  /** When the page was opened. */
  opened: string;
  /** When the application was last saved. */
  saved: string | null;
}

interface DraftActionsProps extends Drafting {
  /** Names of fields that are never part of a draft. */
  without?: readonly string[];
}

const nothing: readonly string[] = [];

/**
 * Continue and Back for a step with fields. What is typed is saved when a field is left and when the person goes back.
 */
export function DraftActions({
  step,
  search,
  timeZone,
  opened,
  saved,
  without = nothing,
}: DraftActionsProps) {
  return (
    <div className="actions actions-apart">
      <SubmitButton size="large" pending="Saving">
        Continue
      </SubmitButton>
      {step > 1 ? (
        <Button
          type="submit"
          kind="quiet"
          size="large"
          formAction={draftPath(step, search, { to: 'back' })}
          formNoValidate
        >
          Back
        </Button>
      ) : null}
      <DraftSaver
        action={draftPath(step, search, { opened })}
        without={without}
        timeZone={timeZone}
        saved={saved}
      />
    </div>
  );
}
