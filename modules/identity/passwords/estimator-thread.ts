/**
 * The thread of `estimator.ts`: it loads the dictionaries, several megabytes, and rates passwords one after the other.
 */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/**
 * How many characters of a password are rated: the estimate of this many takes up to 0.4 s, that of 128 characters
 * takes seconds. The rest adds nothing to the rating.
 */
const most = 40;

export interface Weighing {
  id: number;
  password: string;
  /** What names its owner. */
  own: string[];
}

export interface Weighed {
  id: number;
  /** 0 to 4. */
  score: number;
}

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: most,
});

parentPort?.on('message', ({ id, password, own }: Weighing) =>
  parentPort?.postMessage({ id, score: zxcvbn.check(password, own).score } satisfies Weighed),
);
