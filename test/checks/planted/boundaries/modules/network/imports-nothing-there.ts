// @ts-expect-error planted: there is no such file
import { nothing } from './nowhere.ts';

export const found: unknown = nothing;
