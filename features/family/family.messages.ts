export const familyMessages = {
  education: 'Full time education is required',
  relationship: 'Relationship is required',
  sex: 'Sex is required',
  title: 'Title is required',
  firstName: 'First name is required',
  surname: 'Surname is required',
  oneLine: 'Please enter a single line',
  yourself: 'These are your own name and date of birth. Please enter your family member’s',
  partnerTooYoung: 'A partner must be at least 16 years old',
} as const

export const familyRefusals = {
  changed: 'This person has been changed since you opened the page. Please check the latest details and save again',
  onePartner: 'You already have a partner on record. Please change the details of that person instead',
  somebodyElse: (name: string, born: string) =>
    `${name}, born on ${born}, is already in your family. Is this a different person?`,
  alreadyKnown: 'This person is already in your family. Is this a different person?',
  tooMany: 'No more family members can be added here. Please ask your benefits team',
  noDetails: 'We cannot save this, because we have no personal details for you yet. Please tell your HR team',
  left: 'You can no longer change your family members, because your employment has ended',
  tooLong: (most: number) => `Please use at most ${most} characters`,
} as const
