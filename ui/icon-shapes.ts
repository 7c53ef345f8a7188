import { addShapes } from './Icon.tsx'

/** The icons of the same set that the login page does without. Imported by every part that a further screen cannot do without. */
const moreShapes = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  benefits: 'M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z',
  question: 'M9.2 9.2a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1.1-1.4 2.1M12 17.2v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  logout: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  chevronRight: 'M9 6l6 6-6 6',
  chevronLeft: 'M15 6l-6 6 6 6',
  sort: 'M8 10l4-5 4 5M8 14l4 5 4-5',
  sortUp: 'M7 14l5-6 5 6',
  sortDown: 'M7 10l5 6 5-6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20.5 20.5',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15',
  upload: 'M12 15.5V4.5M7.5 9L12 4.5 16.5 9M4.5 20h15',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.3l3.5 2',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  shield: 'M12 3l7.5 3v5.5c0 4.7-3.2 8-7.5 9.5-4.3-1.5-7.5-4.8-7.5-9.5V6zM8.8 12l2.3 2.3 4.3-4.4',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M17.8 14.4A6.5 6.5 0 0 1 21.5 20',
  pound: 'M16.5 7.2A4 4 0 0 0 9 9v3.5c0 3-.8 4.8-2.5 6.5h11M6.5 13H14',
  bicycle:
    'M6 18.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM18 18.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM6 15l4-7h5l3 7M10 8l3.5 7M8.5 8H11M15 8l1-2.5h2',
  filter: 'M4 6h16M7 12h10M10 18h4',
  edit: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500l3.500 3.500',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const

export type MoreIconName = keyof typeof moreShapes

addShapes(moreShapes)
