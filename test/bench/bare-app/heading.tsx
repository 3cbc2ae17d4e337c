import { useState } from 'react';

/** A page with the least that can be pressed. */
export default function Heading() {
  const [on, turn] = useState(false);
  const [text, type] = useState('');
  return (
    <main>
      <h1>Hello</h1>
      <input aria-label="Text" value={text} onChange={(event) => type(event.target.value)} />
      <button type="button" role="switch" aria-checked={on} onClick={() => turn(!on)}>
        {on ? 'On' : 'Off'}
      </button>
    </main>
  );
}
