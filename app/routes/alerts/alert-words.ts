import type { AlertType } from '#modules/network/fields.ts';
import type { ChartTone } from '../../components/charts.tsx';

/** How each type of alert is shown in charts and histories. */
export const alertLooks: Record<AlertType, { tone: ChartTone; outcome?: 'ok' | 'bad' }> = {
  new: { tone: 'new', outcome: 'ok' },
  expiressoon: { tone: 'soon' },
  scorechange: { tone: 'change' },
  expired: { tone: 'expired', outcome: 'bad' },
  leftnetwork: { tone: 'left', outcome: 'bad' },
  removeduser: { tone: 'removed', outcome: 'bad' },
  out_compliance: { tone: 'out', outcome: 'bad' },
};
