export const homeTourSteps = [
  {
    target: '[data-tour=tasks]',
    title: 'Start here',
    text: 'This is what you can do now, and by when. You will also see here if your employer or a provider has decided.',
  },
  {
    target: '[data-tour=pound]',
    title: 'The value of your package',
    text: 'Your salary and what your employer pays for your benefits. The link shows every part and your statement.',
  },
  {
    target: '[data-tour=benefits]',
    title: 'Your benefits',
    text: 'My benefits lists what you have, what it costs you, and what you can add or change. Nothing is charged until you confirm.',
  },
  {
    target: 'header nav, header [aria-haspopup=dialog]',
    title: 'Find your way',
    text: 'The menu takes you back to Home, to your benefits, and to answers to common questions.',
  },
  {
    target: 'header a[href$="/my-profile/"]',
    title: 'Your details',
    text: 'Change your contact details, add your family, report a life event, and set your password.',
  },
] as const
