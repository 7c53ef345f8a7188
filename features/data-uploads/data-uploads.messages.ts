export const uploadRefusals = {
  noFile: 'Please choose a file to upload',
  otherField: 'Please send the file as the form field “file”, without other fields',
  severalFiles: 'Please upload one file at a time',
  wrongKind: 'Please upload a CSV or an Excel file (.csv or .xlsx)',
  tooLarge: 'The file is larger than 50 MB. Please split it and upload the parts one after the other',
  underWay: 'Another upload is under way. Please confirm or cancel it first',
  movedOn: 'The status of this upload has changed in the meantime. Please check it and try again if needed',
  drifted:
    'Something has changed since this preview was made. The upload is being checked again: please look at it once more, then confirm it',
} as const

export const uploadFailures = {
  interrupted: 'The upload was interrupted before the whole file was read. Nothing was changed. Please upload it again',
  unreadable: 'The file could not be read in time. Nothing was changed. Please split it and upload the parts',
  unexpected: 'Something went wrong while this upload was processed. Nothing was changed. Please upload it again',
  unsettled:
    'People or benefits changed again and again while this upload was checked. Nothing was changed by it. Please upload the file again at a quieter time',
  notUndone: 'This upload could not be undone: something went wrong. It still applies in full. Please try again',
  partlyUndone:
    'This upload could not be undone for everyone: something went wrong. It still applies to the rest. Please try again',
} as const
export type UploadFailure = keyof typeof uploadFailures

export const emailOfOtherPersonReason = (email: string, number: string): string =>
  `The email address ${email} belongs to another person on record, so it cannot become the address of the person with employee number ${number}`

export const numberOfOtherPersonReason = (number: string): string =>
  `The employee number ${number} already belongs to another person. To change that person’s email address, enter date_of_birth or ni_number, and first_name or surname, as on record`

export const employerEmailReason = (number: string): string =>
  `The person with employee number ${number} is an employer user, and an upload cannot change the address of an employer user’s login. Enter the email address on record in this line, and ask the support team to change it`

export const warnOfLaterChoices = (people: number): string =>
  `${people === 1 ? '1 person' : `${people.toLocaleString('en-GB')} people`} in this upload chose benefits after the preview was made. Their costs were calculated from the new choices, so they can differ from the preview.`

type Progress = Record<'done' | 'total' | 'perSecond', string> & { unit: 'rows' | 'people’s benefits' | 'people' }

export const uploadProgress = {
  going: ({ done, total, unit, perSecond, left }: Progress & { left: string }) =>
    `${done} of ${total} ${unit}, ${perSecond} a second, ${left}`,
  minutes: (count: string) => `about ${count} minutes left`,
  seconds: (count: string) => `about ${count} seconds left`,
  ending: 'almost done',
}
