import type { GroupType } from '#contract/community/groups.ts';

/** The group types' names on screen. */
export const groupTypeLabels: Record<GroupType, string> = {
  outdoorsAdventure: 'Outdoors & Adventure',
  businessNetworking: 'Business & Networking',
  techCommunity: 'Tech Community',
  artsCreative: 'Arts & Creative',
  healthWellness: 'Health & Wellness',
  foodDrink: 'Food & Drink',
  socialActivities: 'Social Activities',
  learningEducation: 'Learning & Education',
  languageCulture: 'Language & Culture',
};
