import type { Verified } from '#modules/applications/index.ts';
import { evidenceHash } from './evidence.ts';
import type { Evidence } from './evidence-file.ts';
import { noticeBody, noticeNote, sha256 } from './notice.ts';

/** Computes every hash of the evidence again, and compares what is written in two places. */
export function checkEvidence(evidence: Evidence): Verified[] {
  return [...checkEntries(evidence), ...checkNotices(evidence), checkCase(evidence)];
}

function checkEntries({ case: { id }, entries }: Evidence): Verified[] {
  return entries.map(({ sha256: recorded, at, account, who, note, ...entry }, index) => {
    const before = entries[index - 1]?.sha256 ?? '';
    const made = { ...entry, at: new Date(at), actorAccountId: account, detail: { who, note } };
    const computed = evidenceHash(id, made, before);
    const isInPlace = entry.position === index + 1;
    return {
      what: `Entry ${entry.position}: ${entry.kind}`,
      recorded,
      differs: !isInPlace ? 'an entry before it is missing' : computed === recorded ? null : computed,
    };
  });
}

const giving: readonly string[] = ['started', 'corrected', 'moved', 'final'];

/** Each notice has its own hash, and an entry that names it and its report. */
function checkNotices({ notices, entries }: Evidence): Verified[] {
  const named = entries.filter(({ kind }) => giving.includes(kind));
  const rows = notices.map(({ kind, round, content, sha256: recorded, report_sha256 }, index): Verified => {
    const computed = sha256(noticeBody(content));
    const isNamed = named[index]?.note === noticeNote(recorded, report_sha256);
    return {
      what: kind === 'final' ? 'Final notice' : `First notice, round ${round}`,
      recorded,
      differs: computed !== recorded ? computed : isNamed ? null : 'no entry names it and its report',
    };
  });
  const missing = named.slice(notices.length).map(
    ({ position }): Verified => ({
      what: `Notice of entry ${position}`,
      recorded: '',
      differs: 'it is missing',
    }),
  );
  return [...rows, ...missing];
}

/** Whether state, times and pauses are those of the entries, so that none is missing at the end of the chain. */
function checkCase(evidence: Evidence): Verified {
  const differs = [...stateFaults(evidence), ...deliveryFaults(evidence), ...pauseFaults(evidence)];
  return { what: 'Case', recorded: '', differs: differs.length > 0 ? differs.join('; ') : null };
}

const ends: readonly string[] = ['final', 'withdrawn', 'lapsed'];

function stateFaults({ case: { state, started_at, wait_ends_at, closed_at }, entries }: Evidence): string[] {
  const started = entries.find(({ kind }) => kind === 'started');
  const ended = entries.filter(({ kind }) => ends.includes(kind));
  const wanted = ends.includes(state) ? [state, closed_at] : [];
  const found = ended.flatMap(({ kind, at }) => [kind, at]);
  return [
    ...(started?.at === started_at ? [] : ['no entry of its start']),
    ...(found.join() === wanted.join() ? [] : ['its end is not that of the entries']),
    ...(state === 'final' && !(wait_ends_at && closed_at && wait_ends_at <= closed_at)
      ? ['it was decided within the wait']
      : []),
  ];
}

function deliveryFaults({ case: { delivered_at }, entries }: Evidence): string[] {
  if (!delivered_at) return [];
  const isKnown = entries.some(
    ({ kind, at }) => (kind === 'delivered' && at === delivered_at) || kind === 'posted',
  );
  return isKnown ? [] : ['no entry of its delivery'];
}

function pauseFaults({ pauses, entries }: Evidence): string[] {
  const paused = entries.filter(({ kind }) => kind === 'paused').map(({ at }) => at);
  const isEnded = ({ to }: Evidence['pauses'][number]) =>
    to === null ||
    entries.some(({ kind, at }) => at === to && [...ends, 'resumed', 'corrected', 'moved'].includes(kind));
  const same = pauses.map(({ from }) => from).join() === paused.join() && pauses.every(isEnded);
  return same ? [] : ['its pauses are not those of the entries'];
}
