import type { PointGroup } from 'signature_pad';
import { expect, test } from 'vitest';
import {
  areaOnSheet,
  emptyPaper,
  onPad,
  onSheet,
  paperOf,
  sheet,
  withNewStrokes,
} from '#app/components/form/signature-strokes.ts';

const phone = { width: 308, height: 132 };
const desktop = { width: 762, height: 200 };
const landscape = { width: 700, height: 184 };

const stroke = (...points: [x: number, y: number][]): PointGroup => ({
  points: points.map(([x, y], time) => ({ x, y, time, pressure: 0.5 })),
  minWidth: 0.8,
  maxWidth: 2.6,
  dotSize: 0,
  velocityFilterWeight: 0.7,
  penColor: '#000',
  compositeOperation: 'source-over',
});

const at = (strokes: PointGroup[]) => strokes.flatMap(({ points }) => points.map(({ x, y }) => ({ x, y })));

function extent(strokes: PointGroup[]) {
  const points = at(strokes);
  const span = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [left, right] = span(points.map(({ x }) => x));
  const [top, bottom] = span(points.map(({ y }) => y));
  return { left, right, top, bottom, ratio: (right - left) / (bottom - top) };
}

const square = stroke([20, 20], [120, 20], [120, 120], [20, 120]);

test('a signature keeps its proportions on every pad and on the picture, and is never cut off', () => {
  for (const first of [phone, desktop, landscape]) {
    const paper = withNewStrokes(emptyPaper(first), first, [square]);
    for (const shown of [onSheet(paper), ...[phone, desktop, landscape].map((pad) => onPad(paper, pad))]) {
      expect(extent(shown).ratio).toBeCloseTo(1, 2);
    }
    for (const pad of [phone, desktop, landscape, sheet]) {
      const { left, right, top, bottom } = extent(onPad(paper, pad));
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(pad.width);
      expect(bottom).toBeLessThanOrEqual(pad.height);
    }
  }
});

test('turning the screen back and forth shows what was shown, and what is added in between stays in its place', () => {
  const paper = withNewStrokes(emptyPaper(phone), phone, [square]);
  expect(at(onPad(paper, phone))).toEqual(at([square]));
  const turned = onPad(paper, landscape);
  const line = stroke([400, 10], [650, 170]);
  const longer = withNewStrokes(paper, landscape, [...turned, line]);
  const again = onPad(longer, landscape);
  const distance = (strokes: PointGroup[]) => {
    const [first, last] = [extent(strokes.slice(0, 1)), extent(strokes.slice(1))];
    return (last.left - first.left) / (first.right - first.left);
  };
  expect(distance(again)).toBeCloseTo(distance([...turned, line]), 2);
  expect(distance(onPad(longer, phone))).toBeCloseTo(distance(again), 2);
  expect(extent(onPad(longer, phone)).right).toBeLessThanOrEqual(phone.width);
});

test('what was drawn beside the pad was not seen, and is not on the picture', () => {
  const paper = withNewStrokes(emptyPaper(phone), phone, [stroke([20, 50], [phone.width + 100, 50])]);
  const [x, , width] = areaOnSheet(paper);
  expect(x + width).toBeLessThan(sheet.width);
  expect(extent(onSheet(paper)).right).toBeGreaterThan(x + width);
});

test('the strokes of a saved signature are those of its picture', () => {
  const kept = onSheet(withNewStrokes(emptyPaper(phone), phone, [square]));
  expect(onSheet(paperOf(kept))).toEqual(kept);
});
