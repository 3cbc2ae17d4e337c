import { type DragEvent, type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../icon.tsx';

interface DropZoneProps {
  icon: IconName;
  /** Shown while a file is over it. */
  label: string;
  /** One file input. */
  children: ReactNode;
}

/** Puts a dropped file into the file input that it surrounds and sends the form. Without script it is only a frame. */
export function DropZone({ icon, label, children }: DropZoneProps) {
  // Entering a part of the zone comes before leaving the part around it.
  const [depth, setDepth] = useState(0);
  const over = depth > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file input inside does the same by keyboard
    <div
      className={over ? 'drop is-over' : 'drop'}
      onDragEnter={() => setDepth((now) => now + 1)}
      onDragLeave={() => setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        setDepth(0);
        take(event);
      }}
    >
      <Icon name={icon} size={24} />
      <p className="drop-over" aria-hidden={!over}>
        {label}
      </p>
      {children}
    </div>
  );
}

function take(event: DragEvent<HTMLDivElement>): void {
  event.preventDefault();
  const input = event.currentTarget.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input || event.dataTransfer.files.length === 0) return;
  const files = new DataTransfer();
  for (const file of [...event.dataTransfer.files].slice(0, input.multiple ? undefined : 1)) {
    files.items.add(file);
  }
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  input.form?.requestSubmit();
}
