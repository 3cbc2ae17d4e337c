import type { ReactNode } from 'react';
import { ShownFor } from './form/shown-for.tsx';
import { useInPlace } from './in-place.ts';

interface RowFormProps {
  /** The row's id. The form sends it as `id`. */
  row: string;
  className?: string;
  children: ReactNode;
}

/** A form in a row of a grid with buttons that take effect immediately. */
export function RowForm({ row, className, children }: RowFormProps) {
  const { action, send } = useInPlace(row);
  return (
    <form
      method="post"
      action={action}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        send(new FormData(event.currentTarget, submitter));
      }}
    >
      <ShownFor />
      <input type="hidden" name="id" value={row} />
      {children}
    </form>
  );
}
