import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { getRecordHead } from '#modules/admin/index.ts';
import { hasExpired } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Count, GradeBadge, type GridContext, ShieldId } from '../../components/index.ts';
import { alertLook, untilDue } from './pipeline/words.ts';
import { validity } from './validity.ts';

/** What `getRecordHead` answers, which is a part of the whole record. */
type Shown = Pick<OutputOf<typeof getRecordHead>, 'profile' | 'open_work' | 'notes' | 'legal_holds'>;

interface RecordBarProps {
  record: Shown;
  /** Those of this tab; none on a tab without sections. */
  sections?: readonly (readonly [id: string, label: string])[];
  context: GridContext;
}

const noSections: NonNullable<RecordBarProps['sections']> = [];

/** Stays in view: whose record it is, what to mind, and the way to each section. */
export function RecordBar({ record, sections = noSections, context }: RecordBarProps) {
  const { profile, notes } = record;
  const name = [profile.firstname, profile.middlename, profile.lastname, profile.namesuffix]
    .filter(Boolean)
    .join(' ');
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
          <span className="small muted">{validity(profile.current_expiration, context.now)}</span>
        ) : null}
        <Warnings record={record} context={context} />
        <span className="record-ways small">
          <Link
            to={sections.some(([id]) => id === 'notes') ? '#notes' : `/admin/user/${profile.userid}#notes`}
          >
            Notes <Count value={notes.length} />
          </Link>
          <Link to={`/admin/user/${profile.userid}/timeline?kind=messages`}>Emails</Link>
          <Link to={`/admin/user/${profile.userid}/timeline`}>Timeline</Link>
        </span>
      </div>
      {sections.length > 0 ? (
        <nav className="subnav" aria-label="Sections">
          {sections.map(([id, label]) => (
            <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      ) : null}
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
function useCurrent(sections: NonNullable<RecordBarProps['sections']>): string | undefined {
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
