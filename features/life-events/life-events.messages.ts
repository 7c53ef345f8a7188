import { showDate } from '../../contract/dates.ts'

export const lifeEventMessages = {
  failed: 'There was an error encountered when trying to add the life event',
  saved: 'Life event added',
  none: 'No life events are available',
} as const

export const lifeEventRefusals = {
  unknownKind: 'This kind of life event is not available to you',
  date: (from: string, to: string) => `Please choose a date from ${showDate(from)} to ${showDate(to)}`,
  birthday: (born: string) => `The day of a birth is the child’s birthday, ${born}. Please check the two dates`,
  beforeBirth: (born: string) => `This is before the child was born, on ${born}. Please check the two dates`,
  weddingPlace: 'Please say where the wedding was',
  weddingUnderAge:
    'Since 27 February 2023, people under 18 cannot marry or form a civil partnership in England or Wales',
  partnerUnderAge: 'A partner must be at least 16 years old on the day of the wedding',
  whoIsMissing: 'Please say who has joined your family',
  whomItConcerns: 'Please say who this is about',
  addFirst: 'Please add this person to your family in Profile Settings first',
  whoIsWrong: 'Please choose a member of your family',
  already: 'You have already told us about this. More family members can be added in Profile Settings',
  left: 'You can no longer add life events, because your employment has ended',
  notAwaited: 'This life event needs no document',
  tooManyFiles:
    'You cannot send more documents until your benefits team has checked the ones you sent. Please ask the team',
  notReadable: 'Please choose a PDF, JPEG or PNG file of at most 2 MB; a picture has at most 4 million pixels',
} as const

export const lifeEventStates = {
  open: (closesOn: string) => `You can change your benefits until ${showDate(closesOn)}`,
  closed: (closesOn: string) => `Closed on ${showDate(closesOn)}`,
  requested: 'Please send a document that proves the event. You can change your benefits once we have accepted it',
  received: 'We are checking your document. You can change your benefits once we have accepted it',
  declined: 'Your document was not accepted. You can send another one',
} as const

export const lifeEventPanelMessages = {
  title: 'Add a life event',
  evidenceTitle: 'Send a document',
  anotherTitle: 'Send another document',
  lead: 'A change in your life may let you choose benefits outside the annual window.',
  loading: 'Loading life events',
  kindsFailed: 'We could not load the life events',
  familyFailed: 'We could not load your family members',
  ownFailed: 'We could not load your life events',
  kind: 'What has happened?',
  within: (before: number, after: number) =>
    before > 0
      ? `Tell us from ${before} days before to ${after} days after the event`
      : `Tell us within ${after} days of the event`,
  needsEvidence: 'We ask for a document that proves it',
  date: 'Date of the event',
  who: 'Who has joined your family?',
  somebodyNew: 'Someone new',
  whomItConcerns: 'Who is this about?',
  nobodyOnRecord: 'Nobody on your family list matches this event.',
  weddingPlace: 'Where was the wedding?',
  weddingPlaceHint: 'We ask because one of you was under 18.',
  weddingPlaces: { 'england-or-wales': 'England or Wales', elsewhere: 'Somewhere else' },
  document: 'Document',
  documentHint:
    'A certificate, court order or award letter: PDF, JPEG or PNG, at most 2 MB. You can also send it later from Profile Settings.',
  gone: 'This life event needs no document.',
  sent: 'Your document has been sent',
} as const
