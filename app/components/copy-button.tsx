import { useEffect, useState } from 'react';
import { text as fixed, timing } from '#modules/platform/catalogue.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  text: string;
  label?: string;
  /** What the button says once it is done. */
  copied?: string;
  size?: 'small' | 'normal';
}

/** Script only: without it the text stands beside to be selected. */
export function CopyButton({
  text,
  label = 'Copy Link',
  copied = fixed('invitations.link-copied'),
  size = 'normal',
}: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), timing('invitations.copied-shown'));
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <>
      <Button
        className="with-script"
        size={size}
        icon={done ? 'check' : 'copy'}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setDone(true),
            // A browser that forbids it leaves the text to be selected.
            () => undefined,
          );
        }}
      >
        {done ? copied : label}
      </Button>
      <span className="sr" role="status">
        {done ? copied : ''}
      </span>
    </>
  );
}
