import type { PointGroup } from 'signature_pad';

/** The strokes of a signature, independent of the screen on which they are shown. */

interface Size {
  width: number;
  height: number;
}

/** The size of the drawn signature in pixels (doc2 §2, D42). */
export const sheet: Size = { width: 762, height: 200 };

/** Where on the pad's height the line is on which people sign (app/styles/flow.css). */
const LINE = 0.76;

/** The strokes, and the area on which they were drawn, which may begin below 0. */
export interface Paper extends Size {
  left: number;
  top: number;
  strokes: PointGroup[];
}

export const emptyPaper = (size: Size): Paper => ({ left: 0, top: 0, ...size, strokes: [] });

/** The paper of strokes that were kept as `onSheet` returned them. */
export const paperOf = (strokes: PointGroup[]): Paper => ({ ...emptyPaper(sheet), strokes });

/** How the whole paper is shown in an area: in its proportions, as large as possible, with the signing line on the pad's. */
function viewOf(paper: Paper, { width, height }: Size): { by: number; x: number; y: number } {
  const by = Math.min(width / paper.width, height / paper.height);
  return { by, x: -paper.left * by, y: (height - paper.height * by) * LINE - paper.top * by };
}

function moved(strokes: PointGroup[], { by, x, y }: ReturnType<typeof viewOf>): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    minWidth: round(stroke.minWidth * by),
    maxWidth: round(stroke.maxWidth * by),
    points: stroke.points.map((point) => ({
      ...point,
      x: round(point.x * by + x),
      y: round(point.y * by + y),
    })),
  }));
}

/** Short numbers, because the strokes are sent and kept as JSON. */
const round = (value: number) => Math.round(value * 1000) / 1000;

/** The strokes as they are shown on a pad of this size. */
export const onPad = (paper: Paper, pad: Size) => moved(paper.strokes, viewOf(paper, pad));

/** The strokes as they are on the picture. */
export const onSheet = (paper: Paper) => onPad(paper, sheet);

/** The part of the picture that shows the paper. What was drawn beside the pad was not seen. */
export function areaOnSheet(paper: Paper): [x: number, y: number, width: number, height: number] {
  const { by, x, y } = viewOf(paper, sheet);
  return [paper.left * by + x, paper.top * by + y, paper.width * by, paper.height * by];
}

/**
 * The paper with the strokes that were added to it on a pad of this size.
 * @param shown all strokes that the pad shows
 */
export function withNewStrokes(paper: Paper, pad: Size, shown: PointGroup[]): Paper {
  const added = shown.slice(paper.strokes.length);
  if (added.length === 0) return paper;
  const { by, x, y } = viewOf(paper, pad);
  const strokes = moved(added, { by: 1 / by, x: -x / by, y: -y / by });
  // Of the space beside the paper, the pad shows this much. What is drawn beyond it is not seen.
  const seenX = [-x / by, (pad.width - x) / by] as const;
  const seenY = [-y / by, (pad.height - y) / by] as const;
  let [left, top, right, bottom] = [
    paper.left,
    paper.top,
    paper.left + paper.width,
    paper.top + paper.height,
  ];
  for (const { points, maxWidth } of strokes) {
    for (const point of points) {
      left = Math.min(left, within(point.x - maxWidth, seenX));
      top = Math.min(top, within(point.y - maxWidth, seenY));
      right = Math.max(right, within(point.x + maxWidth, seenX));
      bottom = Math.max(bottom, within(point.y + maxWidth, seenY));
    }
  }
  return {
    left,
    top,
    width: right - left,
    height: bottom - top,
    strokes: [...paper.strokes, ...strokes],
  };
}

const within = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(Math.max(value, least), most);
