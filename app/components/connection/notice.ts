import { useSyncExternalStore } from 'react';
import { platformTimings } from '#modules/platform/limits.ts';

/** The message that a request was lost. It stays until a later request is answered, and at least as long as a toast. */
let shown: { text: string; since: number } | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function tellLost(text: string): void {
  clearTimeout(ending);
  ending = undefined;
  show({ text, since: Date.now() });
}

/** Says that the portal has answered. */
export function tellAnswered(): void {
  if (!shown || ending !== undefined) return;
  const left = shown.since + platformTimings['parts.toast-shown'] - Date.now();
  ending = setTimeout(() => {
    ending = undefined;
    show(null);
  }, left);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The message that a request was lost; null if there is none. */
export function useLostNotice(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => shown?.text ?? null,
    () => null,
  );
}
