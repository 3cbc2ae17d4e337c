/**
 * Runs in the frame with the card form. Its own source code is sent there, so it may not use anything from outside. It
 * sends messages to the page around it, which never sees what was typed.
 */
export function frameScript(): void {
  type Reply = Record<string, unknown>;
  const form = document.getElementById('card') as HTMLFormElement;
  let page: { window: Window; origin: string } | null = null;

  const tell = (message: Reply) => page?.window.postMessage({ sandbox: 'frame', ...message }, page.origin);
  // Not scrollHeight, which is never less than the current height of the frame.
  const tellHeight = () =>
    tell({ event: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  const typed = () =>
    Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

  function showMistakes(mistakes: { field: string; message: string }[]): void {
    for (const input of form.querySelectorAll('input')) {
      const mistake = mistakes.find((found) => found.field === input.name);
      input.setAttribute('aria-invalid', mistake ? 'true' : 'false');
      const errorLine = document.getElementById(`${input.name}-error`);
      if (errorLine) errorLine.textContent = mistake?.message ?? '';
    }
    if (mistakes.length > 0) form.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
    tellHeight();
  }

  /** Uses fonts and colors of the page, as Stripe's Appearance API does. */
  function dress(message: Reply): void {
    const looks = message.appearance as {
      variables?: Record<string, string>;
      rules?: Record<string, Record<string, string>>;
    } | null;
    for (const [name, value] of Object.entries(looks?.variables ?? {})) {
      document.body.style.setProperty(`--${name}`, value);
    }
    for (const [rule, values] of Object.entries(looks?.rules ?? {})) {
      for (const [name, value] of Object.entries(values)) {
        document.body.style.setProperty(`--${rule.slice(1)}-${name}`, value);
      }
    }
    for (const { family, src, weight } of message.fonts as {
      family: string;
      src: string;
      weight: string;
    }[]) {
      const face = new FontFace(family, src, { weight });
      document.fonts.add(face);
      face.load().then(tellHeight, () => undefined);
    }
  }

  async function ask(action: string, body: Reply): Promise<Reply> {
    const answer = await fetch(`/v3/card/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Reply;
  }

  async function check(): Promise<Reply> {
    const answer = await ask('check', typed());
    const mistakes = answer.mistakes as { field: string; code: string; message: string }[];
    showMistakes(mistakes);
    const first = mistakes[0];
    return first ? { error: { type: 'validation_error', code: first.code, message: first.message } } : {};
  }

  async function confirm(request: Reply): Promise<Reply> {
    const wrong = await check();
    if (wrong.error) return wrong;
    const holder = request.billing as Record<string, string>;
    return ask('confirm', { ...typed(), ...holder, clientSecret: request.clientSecret });
  }

  const actions: Record<string, (request: Reply) => Promise<Reply>> = {
    check: () => check(),
    confirm: (request) => confirm(request),
    retrieve: (request) => ask('retrieve', { clientSecret: request.clientSecret }),
  };

  window.addEventListener('message', async (message: MessageEvent<Reply>) => {
    if (message.source !== window.parent || message.data?.sandbox !== 'page') return;
    page = { window: window.parent, origin: message.origin };
    const { action, request } = message.data as { action: string; request: number };
    if (action === 'hello') {
      dress(message.data);
      tell({ event: 'ready' });
      tellHeight();
      return;
    }
    try {
      const reply = (await actions[action]?.(message.data)) ?? {};
      tell({ event: 'reply', request, reply });
    } catch {
      const error = { type: 'api_connection_error', message: 'We could not reach the payment service.' };
      tell({ event: 'reply', request, reply: { error } });
    }
  });

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const complete = [...form.querySelectorAll('input')].every((input) => input.value.trim() !== '');
    tell({ event: 'change', complete, empty: !complete });
  });
  new ResizeObserver(tellHeight).observe(document.body);
}
