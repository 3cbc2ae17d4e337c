import { useEffect, useRef } from 'react';
import { RefusalBanner } from '../../components/index.ts';
import { askForPasskey, usePasskey } from './use-passkey.ts';

export interface PasskeyUseProps {
  action: string;
  /** How often the button was pressed, also while this code was loading. */
  presses: number;
  onBusy(busy: boolean): void;
}

/** What the button for passkeys does, and why it was refused. */
export default function PasskeyUse({ action, presses, onBusy }: PasskeyUseProps) {
  const { start, busy, result, problem } = usePasskey(action, askForPasskey);
  const answered = useRef(0);
  useEffect(() => {
    if (presses > answered.current) start();
    else onBusy(busy);
    answered.current = presses;
  }, [presses, busy, start, onBusy]);
  return <RefusalBanner result={result} text={problem} />;
}
