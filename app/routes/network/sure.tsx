import type { ReactNode } from 'react';
import { networkTexts } from '#modules/network/texts.ts';
import {
  DialogBody,
  DialogFoot,
  Form,
  RefusalBanner,
  RouteDialog,
  SubmitButton,
} from '../../components/index.ts';

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
