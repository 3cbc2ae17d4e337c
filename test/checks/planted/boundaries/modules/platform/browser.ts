import { inner } from './inner.ts';

export const DAY = 86_400_000 * inner;
