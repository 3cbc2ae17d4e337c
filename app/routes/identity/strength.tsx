import { useEffect, useState } from 'react';
import { StrengthMeter } from '../../components/index.ts';

/** Under 20 weak, from 20 fair, from 30 good, 40 strong (doc2 §5). */
function wordsFor(value: number): string {
  if (value >= 40) return 'Strong password';
  if (value >= 30) return 'Good password';
  if (value >= 20) return 'Nearly there: make it longer or less common';
  return 'Too easy to guess';
}

type Estimate = (password: string) => number;

let loading: Promise<Estimate> | null = null;

/** The dictionaries are large: they come when someone begins to choose a password, and never with the page. */
function loadEstimate(): Promise<Estimate> {
  loading ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(([{ ZxcvbnFactory }, common, english]) => {
    const zxcvbn = new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      maxLength: 128,
    });
    return (password) => zxcvbn.check(password).score * 10;
  });
  return loading;
}

function LiveMeter({ password }: { password: string }) {
  const [value, setValue] = useState<number | null>(null);
  useEffect(() => {
    if (password === '') {
      setValue(null);
      return;
    }
    let stale = false;
    loadEstimate().then(
      (estimate) => {
        if (!stale) setValue(estimate(password));
      },
      // Without the meter the server still judges.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [password]);
  if (value === null) return null;
  return <StrengthMeter value={value} words={wordsFor(value)} />;
}

/** The strength under a new password, while it is typed. */
export function meter(password: string) {
  return <LiveMeter password={password} />;
}
