import { type ReactNode, useEffect, useRef, useState } from 'react';
import type Pad from 'signature_pad';
import type { PointGroup } from 'signature_pad';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { Button } from '../button.tsx';
import { Disclose } from '../document.tsx';
import { Checkbox } from './choices.tsx';
import { FieldError, TextInput } from './field.tsx';
import { describedBy, useField } from './state.ts';

/** The size of the drawn signature in pixels (doc2 §2, D42), independent of the screen. */
const width = 762;
const height = 200;

interface SignaturePadProps {
  fields: {
    /** The field for the picture, a PNG data URL. */
    signature_encoded: Bound;
    /** The field for the strokes as JSON, so that the signature can be drawn again. */
    signature_vectors: Bound;
    /** The field for a typed name, for people who cannot draw. */
    typed_name: Bound<Field<'name'>>;
    /** The checkbox that uses the saved signature without script. */
    use_saved_signature: Bound<Field<'tick'>>;
    /** Keeps what is drawn. */
    save_signature: Bound<Field<'tick'>>;
  };
  label?: ReactNode;
  /** The address that returns the strokes of the saved signature, which a button inserts; null if there is none. */
  saved?: string | null;
  /** The date, shown in the corner. */
  date?: string;
}

/**
 * A signature, drawn (with script) or typed; both are valid (D42). The drawing library is loaded only when the pad is
 * shown.
 */
export function SignaturePad({ fields, label = 'Your signature', saved, date }: SignaturePadProps) {
  const field = useField(fields.signature_encoded.name);
  const typed = useField(fields.typed_name.name);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad | null>(null);
  const [drawn, setDrawn] = useState({ picture: '', vectors: '' });
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const details = useRef<HTMLDivElement>(null);
  const namedWrong = useRef(typed.error !== undefined);
  const picture = useRef<HTMLInputElement>(null);

  // Informs the form about the drawing as for any other input, which clears the error.
  useEffect(() => {
    if (drawn.picture) picture.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [drawn.picture]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let live = true;
    let release = () => {};
    import('signature_pad').then(
      ({ default: SignaturePadLibrary }) => {
        if (!live) return;
        const drawing = new SignaturePadLibrary(element, {
          penColor: inkOf(element),
          minWidth: 0.8,
          maxWidth: 2.6,
        });
        pad.current = drawing;
        const keep = () => {
          const strokes = scaled(
            drawing.toData(),
            Math.min(width / element.clientWidth, height / element.clientHeight),
          );
          setDrawn({ picture: pictureOf(strokes, SignaturePadLibrary), vectors: JSON.stringify(strokes) });
        };
        const resize = () => {
          const before = element.width / (window.devicePixelRatio || 1);
          const strokes = drawing.toData();
          const ratio = window.devicePixelRatio || 1;
          element.width = element.clientWidth * ratio;
          element.height = element.clientHeight * ratio;
          element.getContext('2d')?.scale(ratio, ratio);
          drawing.clear();
          if (strokes.length > 0) drawing.fromData(scaled(strokes, element.clientWidth / before));
        };
        resize();
        drawing.addEventListener('endStroke', keep);
        const observer = new ResizeObserver(resize);
        observer.observe(element);
        release = () => {
          observer.disconnect();
          drawing.off();
        };
        setReady(true);
        // Not if somebody is already typing there.
        const typing = details.current?.contains(document.activeElement);
        const name = details.current?.querySelector('input')?.value;
        if (!namedWrong.current && !typing && !name) {
          details.current?.querySelector('details')?.removeAttribute('open');
        }
      },
      // If the library does not load, the person can type the name.
      () => undefined,
    );
    return () => {
      live = false;
      release();
    };
  }, []);

  function clear() {
    pad.current?.clear();
    setDrawn({ picture: '', vectors: '' });
  }

  async function restore(address: string) {
    const element = canvas.current;
    const found = await fetchSaved(address);
    if (!found || !element || !pad.current) return setFailed(true);
    setFailed(false);
    pad.current.clear();
    pad.current.fromData(scaled(found.strokes, element.clientWidth / width));
    setDrawn({ picture: found.picture, vectors: JSON.stringify(found.strokes) });
  }

  return (
    <fieldset className="choices" id={field.id} tabIndex={-1}>
      <legend className="label">{label}</legend>
      <div className="with-script stack stack-8">
        <p className="hint" id={field.hintId}>
          Draw it with a finger, pen, or mouse.
        </p>
        <div className={field.error ? 'pad pad-invalid' : 'pad'}>
          <span className="x" aria-hidden="true">
            ×
          </span>
          <canvas
            ref={canvas}
            role="img"
            aria-label={drawn.picture ? 'Signature drawn' : 'Nothing drawn yet'}
            aria-describedby={describedBy(field.hintId, field.error ? field.errorId : null)}
          />
          {date ? <span className="at">{date}</span> : null}
        </div>
      </div>
      {saved ? (
        <div className="without-script">
          <Checkbox field={fields.use_saved_signature} />
        </div>
      ) : null}
      <FieldError id={field.errorId} error={field.error} corrected={field.corrected} />
      <div className="with-script stack stack-8">
        <div className="row">
          <Button size="small" onClick={clear} disabled={!ready}>
            Clear
          </Button>
          {saved ? (
            <Button size="small" kind="quiet" icon="refresh" onClick={() => restore(saved)} disabled={!ready}>
              Use my saved signature
            </Button>
          ) : null}
        </div>
        <Checkbox field={fields.save_signature} />
        {failed ? (
          <p className="small" role="status">
            Your saved signature couldn’t be loaded. Please draw it.
          </p>
        ) : null}
      </div>
      <input ref={picture} type="hidden" name={fields.signature_encoded.name} value={drawn.picture} />
      <input type="hidden" name={fields.signature_vectors.name} value={drawn.vectors} />
      <div ref={details}>
        <Disclose summary="Type your name instead" plain open>
          <TextInput
            className="narrow"
            field={fields.typed_name}
            optional={false}
            hint="A typed name counts as your signature."
          />
        </Disclose>
      </div>
    </fieldset>
  );
}

function inkOf(element: Element): string {
  return getComputedStyle(element).color;
}

/** The strokes, enlarged by the factor `by`. */
function scaled(strokes: PointGroup[], by: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    minWidth: stroke.minWidth * by,
    maxWidth: stroke.maxWidth * by,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }));
}

/** The picture in its fixed size, in black on a transparent background, for printing. */
function pictureOf(strokes: PointGroup[], Library: typeof Pad): string {
  const sheet = document.createElement('canvas');
  sheet.width = width;
  sheet.height = height;
  const drawing = new Library(sheet);
  drawing.fromData(strokes.map((stroke) => ({ ...stroke, penColor: '#000' })));
  drawing.off();
  return sheet.toDataURL('image/png');
}

/** The saved signature: its strokes, to show them, and its picture, by which the portal recognizes it. */
async function fetchSaved(address: string): Promise<{ strokes: PointGroup[]; picture: string } | null> {
  try {
    const answer = await fetch(address);
    const { signature_vectors: text, signature_encoded: picture } = await answer.json();
    const strokes: unknown = JSON.parse(text);
    return answer.ok && Array.isArray(strokes) ? { strokes, picture } : null;
  } catch {
    return null;
  }
}
