/** The guided tour (doc2 §2.15): what each page shows, in the order in which it is visited. */
export interface TourStep {
  /** The page that the step belongs to. */
  page: '/user' | '/user/profile' | '/user/network';
  /** A selector of what it points at; a step whose part the person does not have is left out. */
  at?: string;
  title: string;
  text: string;
  /** Only for somebody who never began a check: the tour 'purchasebackgroundcheck'. */
  beforeFirstCheck?: true;
}

const steps: readonly TourStep[] = [
  {
    page: '/user',
    at: '#search',
    title: 'Search ShieldID',
    text: 'Look up someone’s ShieldID or email before they start work. They’ll see that you searched.',
  },
  {
    page: '/user',
    at: '#offer',
    title: 'Your background check',
    text: 'Buy your check here. You see the result first and decide who may see it.',
    beforeFirstCheck: true,
  },
  {
    page: '/user',
    at: '#shieldid',
    title: 'Your ShieldID',
    text: 'This number is yours for good. Companies look you up by it.',
  },
  {
    page: '/user',
    at: '#invitations',
    title: 'My Invitations',
    text: 'Companies that ask for your score appear here. Nothing is shared until you accept.',
  },
  {
    page: '/user/profile',
    at: '#profile',
    title: 'My Profile',
    text: 'Your details pre-fill your application. Your privacy settings are here too.',
  },
  {
    page: '/user/network',
    at: '#title',
    title: 'My Network',
    text: 'Everyone who shares a score with you, and everyone you share yours with. You can stop sharing at any time.',
  },
  {
    page: '/user',
    title: 'That’s the tour',
    text: 'Start it again from the menu whenever you like.',
  },
];

/** The steps for a person. */
export function tourFor({ firstCheck }: { firstCheck: boolean }): TourStep[] {
  return steps.filter(({ beforeFirstCheck }) => firstCheck || !beforeFirstCheck);
}
