import { type KeyboardEvent, useId, useReducer, useRef } from 'react';
import { useBrowserLayoutEffect } from '../../components/browser-layout-effect.ts';
import { Button, Icon } from '../../components/index.ts';

/** How much wider than its frame a picture can be shown, in percent. */
const zooms = [100, 150, 200, 300, 400] as const;
const quarter = 90;
const fullTurn = 360;

interface Look {
  /** The place in `zooms`. */
  zoom: number;
  /** Degrees, clockwise. */
  turn: number;
}

type Act = 'zoom-in' | 'zoom-out' | 'turn-left' | 'turn-right' | 'reset';

const first: Look = { zoom: 0, turn: 0 };

function looked({ zoom, turn }: Look, act: Act): Look {
  switch (act) {
    case 'zoom-in':
      return { turn, zoom: Math.min(zoom + 1, zooms.length - 1) };
    case 'zoom-out':
      return { turn, zoom: Math.max(zoom - 1, 0) };
    case 'turn-left':
      return { zoom, turn: (turn + fullTurn - quarter) % fullTurn };
    case 'turn-right':
      return { zoom, turn: (turn + quarter) % fullTurn };
    case 'reset':
      return first;
  }
}

/** The keys that act while a picture has the focus; the arrows scroll it. */
const keys: Readonly<Record<string, Act>> = {
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  l: 'turn-left',
  r: 'turn-right',
  '0': 'reset',
};

/** Says which keys act. Shown only with script. */
export function PictureKeys() {
  return (
    <p className="small muted with-script">
      Select a picture, then use <kbd className="kbd">+</kbd> and <kbd className="kbd">−</kbd> to zoom,{' '}
      <kbd className="kbd">L</kbd> and <kbd className="kbd">R</kbd> to turn, <kbd className="kbd">0</kbd> to
      reset, and the arrow keys to move.
    </p>
  );
}

interface IdPictureProps {
  title: string;
  /** What the picture shows, for those who cannot see it. */
  alt: string;
  url: string;
  /** The address of the picture in full size. */
  full: string;
}

/** A picture that staff can zoom and turn. Without script, it opens in full size. */
export function IdPicture({ title, alt, url, full }: IdPictureProps) {
  const [look, act] = useReducer(looked, first);
  const frame = useRef<HTMLElement>(null);
  const caption = useId();
  const zoom = zooms[look.zoom] ?? zooms[0];
  useMiddle(frame, look);

  function onKeyDown(event: KeyboardEvent) {
    // With a modifier, the keys belong to the browser: Ctrl and + zooms the page.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = keys[event.key.toLowerCase()];
    if (!wanted) return;
    event.preventDefault();
    act(wanted);
  }

  const tool = (
    wanted: Act,
    label: string,
    icon: 'plus' | 'minus' | 'turn-left' | 'turn-right',
    idle = false,
  ) => (
    <Button
      size="small"
      kind="quiet"
      icon={icon}
      iconOnly
      className="with-script"
      aria-label={`${label}: ${title}`}
      title={label}
      aria-disabled={idle || undefined}
      onClick={() => act(wanted)}
    />
  );

  return (
    <figure className="id-picture">
      <figcaption className="id-picture-bar">
        <b id={caption}>{title}</b>
        <span className="id-picture-tools">
          {tool('zoom-out', 'Zoom out', 'minus', look.zoom === 0)}
          <output className="small with-script">
            {zoom}%
            <span className="sr">
              {look.turn === 0 ? ', upright' : `, turned ${look.turn}° to the right`}
            </span>
          </output>
          {tool('zoom-in', 'Zoom in', 'plus', look.zoom === zooms.length - 1)}
          {tool('turn-left', 'Turn left', 'turn-left')}
          {tool('turn-right', 'Turn right', 'turn-right')}
          <a className="btn btn-quiet btn-small" href={full} target="_blank" rel="noreferrer">
            <Icon name="external" />
            Full size<span className="sr"> of {title}, opens in a new tab</span>
          </a>
        </span>
      </figcaption>
      <section
        ref={frame}
        className="id-picture-frame"
        aria-labelledby={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="id-picture-sheet" data-zoom={zoom} data-turn={look.turn}>
          <img src={url} alt={alt} />
        </div>
      </section>
    </figure>
  );
}

/** Keeps what was in the middle of the frame in its middle when the picture becomes larger or smaller. */
function useMiddle(frame: { current: HTMLElement | null }, look: Look) {
  const before = useRef({ zoom: look.zoom, width: 0, height: 0 });
  useBrowserLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const { zoom, width, height } = before.current;
    if (zoom !== look.zoom && width > 0 && height > 0) {
      element.scrollLeft = ((element.scrollLeft + clientWidth / 2) / width) * scrollWidth - clientWidth / 2;
      element.scrollTop = ((element.scrollTop + clientHeight / 2) / height) * scrollHeight - clientHeight / 2;
    }
    before.current = { zoom: look.zoom, width: scrollWidth, height: scrollHeight };
  }, [frame, look]);
}
