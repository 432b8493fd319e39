/** Templates for rejections, which admins can edit. */
export const rejections: readonly { name: string; text: string }[] = [
  {
    name: 'More about what you do',
    text: "Please tell people more about what the group does, how often it meets and who it is for, so they can see if it's for them.",
  },
  {
    name: 'Where you meet',
    text: 'Please say which town or area the group meets in. People look for groups near them.',
  },
  {
    name: 'Selling something',
    text: "Groups here are for people to do things together. This one reads like an advert. You're welcome to start it again as a group that people join for its own sake.",
  },
  {
    name: 'Already here',
    text: "There's already a group like this near you. Have a look at it first, as its organisers may be glad of your help. If yours is different, say how, and send it again.",
  },
  {
    name: 'Against the rules',
    text: "What the group describes goes against our terms of service, so we can't put it up.",
  },
];
