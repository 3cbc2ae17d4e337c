export interface Figure {
  name: string;
  /** A second. */
  seen: number;
  floor: string;
  floorSeen: number;
  /** Part of the floor, 1 for all of it. */
  goal: number;
}

export interface Judged extends Figure {
  ratio: number;
  met: boolean;
}

export function judge(figure: Figure): Judged {
  const ratio = figure.seen / figure.floorSeen;
  return { ...figure, ratio, met: ratio >= figure.goal };
}

const percent = (part: number) => `${Math.round(part * 100)} %`;
const rate = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`;

/** Rows for people: what, seen, the floor beside it, part of it, goal, met. */
export function figureRows(figures: readonly Judged[]): string[][] {
  return figures.map((figure) => [
    figure.name,
    rate(figure.seen),
    `${figure.floor} ${rate(figure.floorSeen)}`,
    percent(figure.ratio),
    percent(figure.goal),
    figure.met ? 'met' : 'NOT MET',
  ]);
}
