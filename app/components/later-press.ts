import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** The button that was pressed last: of several that wait, only its form is sent. */
let pressedLast: HTMLButtonElement | null = null;

/**
 * Sends the form of a button that was pressed while another form of the page was being sent, once that one is answered.
 * Nothing is sent if the button is gone by then, or if its form leads elsewhere, such as to the next of several requests.
 */
export function useLaterPress(): { waiting: boolean; press: (button: HTMLButtonElement) => void } {
  const { state } = useNavigation();
  const [pressed, setPressed] = useState<{ button: HTMLButtonElement; leadsTo: string } | null>(null);
  useEffect(() => {
    if (!pressed || state !== 'idle') return;
    const { button, leadsTo } = pressed;
    setPressed(null);
    if (button === pressedLast && button.form?.action === leadsTo) button.form.requestSubmit(button);
  }, [pressed, state]);
  return {
    waiting: pressed !== null,
    press(button) {
      pressedLast = button;
      setPressed({ button, leadsTo: button.form?.action ?? '' });
    },
  };
}
