import { inner } from '../sandboxes/cra/inner.ts';

export const reached = inner;
