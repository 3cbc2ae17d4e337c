import type { ReactNode } from 'react';
import { networkTexts } from '#modules/network/texts.ts';
import { Banner } from './banner.tsx';
import { SubmitButton } from './button.tsx';
import { Form } from './form/form.tsx';
import { RefusalBanner } from './refusal.tsx';
import { DialogBody, DialogFoot, RouteDialog } from './route-dialog.tsx';

interface SureProps {
  id: string;
  /** What confirming will do. */
  children: ReactNode;
  /** A title and the reason why the action is not possible. The dialog then shows only the reason. */
  obstacle?: { reason: string; title: string } | null;
  /** The answer of the action. */
  result: unknown;
  /** Hidden fields that the form also sends. */
  values?: Record<string, string>;
}

/** 'Are you sure?', Nevermind, Yes (doc1 §2). A refusal is shown above the question. */
export function Sure({ id, children, obstacle, result, values = {} }: SureProps) {
  if (obstacle) return <Impossible {...obstacle} />;
  return (
    <RouteDialog title={networkTexts['network.are-you-sure']}>
      <Form id={id} result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p className="muted">{children}</p>
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton kind="danger">{networkTexts['network.yes']}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}

/** The dialog of an action that is not possible now. */
export function Impossible({ reason, title }: { reason: string; title: string }) {
  return (
    <RouteDialog title={title}>
      <DialogBody>
        <Banner tone="warn">{`${networkTexts['network.not-in-this-state']} ${reason}.`}</Banner>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}
