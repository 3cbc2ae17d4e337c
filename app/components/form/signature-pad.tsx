import { type ReactNode, useEffect, useRef, useState } from 'react';
import type Pad from 'signature_pad';
import type { PointGroup } from 'signature_pad';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { Button } from '../button.tsx';
import { requestJson } from '../connection/request.ts';
import { Disclose } from '../document.tsx';
import { Checkbox } from './choices.tsx';
import { FieldError, TextInput } from './field.tsx';
import {
  areaOnSheet,
  emptyPaper,
  onPad,
  onSheet,
  type Paper,
  paperOf,
  sheet,
  withNewStrokes,
} from './signature-strokes.ts';
import { describedBy, useField } from './state.ts';

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
  /** The saved signature, which a button inserts; null if there is none. */
  saved?: {
    /** The address that returns its strokes and its picture as JSON. */
    data: string;
    /** The address of its picture. */
    picture: string;
  } | null;
  /** The date, shown in the corner. */
  date?: string;
}

/**
 * A signature, drawn (with script) or typed; both are valid (D42). What is drawn stays if the screen changes. The picture
 * that is made of it is what is signed, so it is shown below the pad. The drawing library is loaded only when the pad is
 * shown.
 */
export function SignaturePad({ fields, label = 'Your signature', saved, date }: SignaturePadProps) {
  const field = useField(fields.signature_encoded.name);
  const typed = useField(fields.typed_name.name);
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useRef<(next: Paper | null) => void>(() => {});
  const [drawn, setDrawn] = useState(nothing);
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
        const drawing = new SignaturePadLibrary(element, { minWidth: 0.8, maxWidth: 2.6 });
        let pad = sizeOf(element);
        let paper = emptyPaper(pad);
        const show = () => {
          // A stroke that is not finished ends here, because the pad under it changes.
          keep();
          drawing.off();
          drawing.on();
          const size = sizeOf(element);
          if (size.width === 0 || size.height === 0) return;
          pad = size;
          if (paper.strokes.length === 0) paper = emptyPaper(pad);
          const ratio = window.devicePixelRatio || 1;
          element.width = pad.width * ratio;
          element.height = pad.height * ratio;
          element.getContext('2d')?.scale(ratio, ratio);
          const ink = getComputedStyle(element).color;
          drawing.penColor = ink;
          drawing.fromData(onPad(paper, pad).map((stroke) => ({ ...stroke, penColor: ink })));
        };
        const keep = () => {
          const next = withNewStrokes(paper, pad, drawing.toData());
          if (next === paper) return;
          paper = next;
          setDrawn({
            picture: pictureOf(paper, SignaturePadLibrary),
            vectors: JSON.stringify(onSheet(paper)),
            isPicture: false,
          });
        };
        draw.current = (next) => {
          drawing.clear();
          paper = next ?? emptyPaper(pad);
          show();
        };
        show();
        drawing.addEventListener('endStroke', keep);
        const unwatch = watchScreen(element, show);
        release = () => {
          unwatch();
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
    draw.current(null);
    setDrawn(nothing);
  }

  async function restore(address: string) {
    const found = await fetchSaved(address);
    if (!found) return setFailed(true);
    setFailed(false);
    draw.current(found.strokes && paperOf(found.strokes));
    setDrawn({
      picture: found.picture,
      vectors: found.strokes ? JSON.stringify(found.strokes) : '',
      isPicture: !found.strokes,
    });
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
          {drawn.isPicture ? (
            <img className="pad-picture" src={drawn.picture} alt="Your saved signature" />
          ) : null}
        </div>
        <div className="row">
          <Button size="small" onClick={clear} disabled={!ready}>
            Clear
          </Button>
          {saved ? (
            <Button
              size="small"
              kind="quiet"
              icon="refresh"
              onClick={() => restore(saved.data)}
              disabled={!ready}
            >
              Use saved<span className="sr"> signature</span>
            </Button>
          ) : null}
          <Checkbox field={fields.save_signature} />
        </div>
        {failed ? (
          <p className="small" role="status">
            Your saved signature couldn’t be loaded. Please draw it.
          </p>
        ) : null}
        <figure className="signed-picture">
          <figcaption className="hint">How it will look on the document</figcaption>
          <span className="sheet">
            {drawn.picture ? (
              <img src={drawn.picture} alt="Your signature as it will be on the document" />
            ) : (
              <span className="hint">Nothing drawn yet</span>
            )}
          </span>
        </figure>
      </div>
      {saved ? (
        <div className="without-script stack stack-8">
          <Checkbox field={fields.use_saved_signature} />
          <span className="signed-picture">
            <img className="sheet" src={saved.picture} alt="Your saved signature" loading="lazy" />
          </span>
        </div>
      ) : null}
      <FieldError id={field.errorId} error={field.error} corrected={field.corrected} />
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

/** `isPicture`: there are no strokes, only the picture. */
const nothing = { picture: '', vectors: '', isPicture: false };

const sizeOf = ({ clientWidth: width, clientHeight: height }: Element) => ({ width, height });

/** Calls `changed` when the pad's size changes, or the screen's resolution or colors. */
function watchScreen(pad: Element, changed: () => void): () => void {
  const sizes = new ResizeObserver(changed);
  sizes.observe(pad);
  const colors = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const query of colors) query.addEventListener('change', changed);
  let resolution: MediaQueryList;
  const sharper = () => {
    resolution?.removeEventListener('change', sharper);
    resolution = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    resolution.addEventListener('change', sharper);
    changed();
  };
  sharper();
  return () => {
    sizes.disconnect();
    for (const query of colors) query.removeEventListener('change', changed);
    resolution.removeEventListener('change', sharper);
  };
}

/** The picture in its fixed size, in black on a transparent background, for printing. */
function pictureOf(paper: Paper, Library: typeof Pad): string {
  const canvas = document.createElement('canvas');
  canvas.width = sheet.width;
  canvas.height = sheet.height;
  const drawing = new Library(canvas);
  const context = canvas.getContext('2d');
  context?.rect(...areaOnSheet(paper));
  context?.clip();
  drawing.fromData(onSheet(paper).map((stroke) => ({ ...stroke, penColor: '#000' })));
  drawing.off();
  return canvas.toDataURL('image/png');
}

interface Saved {
  signature_encoded: string;
  signature_vectors: string | null;
}

/**
 * The saved signature: its picture, by which the portal recognizes it, and its strokes, to show them. A signature that
 * was saved by a call may have no strokes.
 */
async function fetchSaved(
  address: string,
): Promise<{ strokes: PointGroup[] | null; picture: string } | null> {
  const answer = await requestJson<Saved>(address);
  if (!answer) return null;
  const { signature_encoded: picture, signature_vectors: strokes } = answer;
  return { picture, strokes: strokes === null ? null : (JSON.parse(strokes) as PointGroup[]) };
}
