import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDate, hasExpired } from '#modules/platform/browser.ts';
import { Badge, Count, GradeBadge, type GridContext, ShieldId } from '../../components/index.ts';
import { alertLook, untilDue } from './pipeline/words.ts';
import type { useRecord } from './use-record.ts';

type Shown = Pick<ReturnType<typeof useRecord>, 'profile' | 'open_work' | 'notes' | 'legal_holds'>;

interface RecordBarProps {
  record: Shown;
  name: string;
  sections: readonly (readonly [id: string, label: string])[];
  context: GridContext;
}

/** Stays in view: whose record it is, what to mind, and the way to each section. */
export function RecordBar({ record, name, sections, context }: RecordBarProps) {
  const { profile, notes } = record;
  const current = useCurrent(sections);
  return (
    <div className="record-bar">
      <div className="record-who">
        <b>{name}</b>
        {profile.currenticstatus ? (
          <GradeBadge
            grade={profile.currenticstatus}
            expired={hasExpired(profile.current_expiration, context.now)}
          />
        ) : null}
        {profile.abcnumber ? (
          <ShieldId value={profile.abcnumber} />
        ) : (
          <span className="faint">No ShieldID</span>
        )}
        {profile.current_expiration ? (
          <span className="small muted">until {formatDate(profile.current_expiration)}</span>
        ) : null}
        <Warnings record={record} context={context} />
        <span className="record-ways small">
          <Link to="#notes">
            Notes <Count value={notes.length} />
          </Link>
          <Link to={`/admin/user/${profile.userid}/timeline`}>Timeline</Link>
        </span>
      </div>
      <nav className="subnav" aria-label="Sections">
        {sections.map(([id, label]) => (
          <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** What is unusual about the account, and what waits for staff. */
function Warnings({
  record: { profile, open_work: work, legal_holds: holds },
  context,
}: {
  record: Shown;
  context: GridContext;
}) {
  const warnings: ReactNode[] = [];
  if (holds.some(({ lifted_at }) => lifted_at === null)) {
    warnings.push(
      <Badge key="hold" tone="warn" icon="lock">
        Legal hold
      </Badge>,
    );
  }
  if (!profile.active) {
    warnings.push(
      <Badge key="account" tone="bad" icon="stop">
        {profile.erased_dts ? 'Account deleted' : 'Account disabled'}
      </Badge>,
    );
  }
  if (profile.email_on_suppression_list) {
    warnings.push(
      <Badge key="mail" tone="bad" icon="mail">
        Mail suppressed
      </Badge>,
    );
  }
  for (const alert of work) {
    const { icon, label } = alertLook[alert.alert_type];
    const due = alert.due_at ? `, ${untilDue(alert.due_at, context.now).toLowerCase()}` : '';
    warnings.push(
      <Badge key={alert.id} tone={alert.overdue ? 'bad' : 'warn'} icon={icon}>
        {label}
        {due}
      </Badge>,
    );
  }
  return warnings;
}

/** The section at the top of the window, below the bar. */
function useCurrent(sections: RecordBarProps['sections']): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.[0]);
  useEffect(() => {
    const places = sections.flatMap(([id]) => document.getElementById(id) ?? []);
    const look = () => {
      const bar = document.querySelector('.record-bar')?.getBoundingClientRect().bottom ?? 0;
      // A folded section has no height of its own.
      const top = (place: HTMLElement) => (place.closest('details') ?? place).getBoundingClientRect().top;
      const passed = places.filter((place) => top(place) <= bar + 32);
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((atEnd ? places : passed).at(-1)?.id ?? sections[0]?.[0]);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [sections]);
  return current;
}
