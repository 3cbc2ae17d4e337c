import type { TourStepName } from '#modules/enterprise/fields.ts';

/** The places that the guided tour shows (doc2 §2.15), in their order. */
interface TourPlace {
  /** The page that the step belongs to. */
  page: '/user' | '/user/profile' | '/user/network' | '/user/dashboard' | '/user/alerts';
  /** A CSS selector for the element of the step. If the person does not have the element, the step is left out. */
  at?: string;
  /** Only for a person who never started a check: the tour 'purchasebackgroundcheck'. */
  beforeFirstCheck?: true;
  /** Only for the team of a company with the dashboard: the tour 'enterprisedashboard'. */
  withDashboard?: true;
  /** Only for a team with alerts: the tour 'alerts'. */
  withAlerts?: true;
}

const places: Record<TourStepName, TourPlace> = {
  search: { page: '/user', at: '#search' },
  dashboard: { page: '/user', at: '#dashboard', withDashboard: true },
  offer: { page: '/user', at: '#offer', beforeFirstCheck: true },
  shieldid: { page: '/user', at: '#shieldid' },
  invitations: { page: '/user', at: '#invitations' },
  profile: { page: '/user/profile', at: '#personal' },
  network: { page: '/user/network', at: '#title' },
  charts: { page: '/user/dashboard', at: '#title', withDashboard: true },
  alerts: { page: '/user/alerts', at: '#title', withAlerts: true },
  end: { page: '/user' },
};

export interface TourText {
  name: TourStepName;
  title: string;
  text: string;
}

export type TourStep = TourPlace & TourText;

/** The conditions of the steps for a person. */
export interface TourParts {
  firstCheck: boolean;
  dashboard: boolean;
  alerts: boolean;
}

/** The steps for a person. */
export function tourFor(
  texts: readonly TourText[],
  { firstCheck, dashboard, alerts }: TourParts,
): TourStep[] {
  return texts
    .map((text) => ({ ...text, ...places[text.name] }))
    .filter(({ beforeFirstCheck }) => firstCheck || !beforeFirstCheck)
    .filter(({ withDashboard }) => dashboard || !withDashboard)
    .filter(({ withAlerts }) => alerts || !withAlerts);
}
