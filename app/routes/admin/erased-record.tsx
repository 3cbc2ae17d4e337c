import { formatDate } from '#modules/platform/browser.ts';
import { Banner, type GridContext, ReadOnlyContext } from '../../components/index.ts';
import { AcceptedTermsSection } from './accepted-terms-section.tsx';
import { MetadataSection } from './account-section.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { MonitoringSection } from './monitoring-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { ChecksTable, ScoresTable } from './screening-tables.tsx';
import { ShieldIdsSection } from './shield-ids-section.tsx';
import { useRecord } from './use-record.ts';
import { VerificationsSection } from './verifications-section.tsx';

/** The sections that still hold something after a person was erased. */
const sections: readonly string[] = [
  'checks',
  'score',
  'shieldid',
  'monitoring',
  'approvals',
  'idverification',
  'terms',
  'notes',
  'metadata',
  'audit',
];

export const isErasedSection = (id: string): boolean => sections.includes(id);

interface ErasedRecordProps {
  context: GridContext;
  erased: Date | string;
}

/** What the law requires us to keep of an erased person. It is read-only (D150). */
export function ErasedRecord({ context, erased }: ErasedRecordProps) {
  const record = useRecord();
  const { profile, audit, notes } = record;
  const { timeZone } = context;
  const locked = { ...context, locked: 'This account was deleted' };
  return (
    <ReadOnlyContext.Provider value={true}>
      <Banner
        tone="warn"
        icon="lock"
        title={`This account was deleted on ${formatDate(erased, timeZone)}. The record is read-only.`}
      >
        The personal data was erased at the person’s request. What is left is kept as the law requires.
      </Banner>
      <ChecksTable
        checks={record.applications}
        page={record.checks}
        transfers={record.transfers}
        context={locked}
      />
      <ScoresTable scores={record.scores} context={locked}>
        {null}
      </ScoresTable>
      <ShieldIdsSection shieldIds={record.shield_ids} context={locked} result={undefined} />
      <MonitoringSection
        ids={record.monitoring_ids}
        actions={record.monitoring_actions}
        context={locked}
        result={undefined}
      />
      <ApprovalsSection changes={record.score_changes} context={locked} />
      <VerificationsSection
        verifications={record.verifications}
        userid={profile.userid}
        timeZone={timeZone}
      />
      <AcceptedTermsSection />
      <NotesSection notes={notes} timeZone={timeZone} result={undefined} />
      <MetadataSection />
      <AuditTrail userid={profile.userid} entries={audit.entries} next={audit.next} timeZone={timeZone} />
    </ReadOnlyContext.Provider>
  );
}
