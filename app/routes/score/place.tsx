import { ProgressLine } from '../../components/index.ts';
import { places } from './steps.ts';

/** How far the acceptance has come. */
export function Place({ step }: { step: number }) {
  const place = places[step];
  if (!place) return null;
  return (
    <ProgressLine
      label={place.label}
      note={`Step ${place.at} of 5`}
      value={place.at}
      max={5}
      name={`Score acceptance, step ${place.at} of 5`}
    />
  );
}
