import type { ReactNode } from 'react';
import { networkTexts } from '#modules/network/texts.ts';
import { SubmitButton } from './button.tsx';
import { Form } from './form/form.tsx';
import { RefusalBanner } from './refusal.tsx';
import { DialogBody, DialogFoot, RouteDialog } from './route-dialog.tsx';

interface SureProps {
  id: string;
  /** What confirming will do. */
  children: ReactNode;
  /** What the action answered. */
  result: unknown;
}

/** 'Are you sure?', Nevermind, Yes (doc1 §2). A refusal stands above the question. */
export function Sure({ id, children, result }: SureProps) {
  return (
    <RouteDialog title={networkTexts['network.are-you-sure']}>
      <Form id={id} result={result} summary={false} className="dialog-form">
        <DialogBody>
          <RefusalBanner result={result} />
          <p className="muted">{children}</p>
        </DialogBody>
        <DialogFoot cancel={networkTexts['network.nevermind']}>
          <SubmitButton kind="danger">{networkTexts['network.yes']}</SubmitButton>
        </DialogFoot>
      </Form>
    </RouteDialog>
  );
}
