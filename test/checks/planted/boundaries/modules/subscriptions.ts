import { inner } from './platform/inner.ts';

export const deep = inner;
