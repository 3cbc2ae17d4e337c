import { useEffect, useState } from 'react';
import { platformTimings } from '#modules/platform/limits.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Label after copying. */
  copied?: string;
  size?: 'small' | 'normal';
  kind?: 'default' | 'quiet';
}

/** Shown only with script. Without it, the text beside it can be selected. */
export function CopyButton({
  text,
  label = 'Copy Link',
  copied = platformTexts['parts.link-copied'],
  size = 'normal',
  kind = 'default',
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
        kind={kind}
        icon={done ? 'check' : 'copy'}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setDone(true),
            // If the browser denies access to the clipboard, the text can still be selected.
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
