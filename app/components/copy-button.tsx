import { useEffect, useState } from 'react';
import { platformTimings } from '#modules/platform/limits.ts';
import { platformTexts } from '#modules/platform/texts.ts';
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
  copied = platformTexts['parts.link-copied'],
  size = 'normal',
}: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), platformTimings['parts.copied-shown']);
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
