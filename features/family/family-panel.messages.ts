/** The panel: fetched with it, not with the screens that lead there. */
export const familyPanelMessages = {
  loading: 'Loading your family members',
  failed: 'We could not load your family members',
  addTitle: 'Add a family member',
  edit: 'Change a family member',
  editTitle: (name: string) => `Change ${name}`,
  gone: 'This person is not on record any more.',
  title: 'Title',
  firstName: 'First name',
  surname: 'Surname',
  sex: 'Sex',
  sexes: { female: 'Female', male: 'Male' },
  relationship: 'Relationship',
  relationships: { partner: 'Partner', dependant: 'Dependant' },
  education: 'Full time education',
  educationHint: (until: string) =>
    `This matters for older children only, whom some benefits cover while they study. Yes counts until ${until}; confirm it again after that.`,
  yes: 'Yes',
  no: 'No',
  choose: 'Please choose',
  somebodyElse: 'Yes, this is somebody else',
  saved: 'Family member saved',
} as const
