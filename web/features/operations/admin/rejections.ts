/** Words to begin a rejection with; whoever rejects changes them as they like. */
export const rejections: readonly { name: string; text: string }[] = [
  {
    name: 'More about what you do',
    text: 'Please tell people more about what the group does, how often it meets and who it is for, so that they can see whether it is for them.',
  },
  {
    name: 'Where you meet',
    text: 'Please say which town or area the group meets in. People look for what is near them.',
  },
  {
    name: 'Selling something',
    text: 'Groups here are for people to do things together. This one reads like an advertisement. You are welcome to start it again as a group that people join for its own sake.',
  },
  {
    name: 'There already',
    text: 'There is a group like this near you already. Have a look at it first: its organisers may be glad of your help. If yours is different, say how, and send it again.',
  },
  {
    name: 'Against the rules',
    text: "What the group describes goes against our terms of service, so we can't put it up.",
  },
];
