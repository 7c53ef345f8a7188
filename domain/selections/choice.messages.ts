export const choiceMessages = {
  notAsked: 'This benefit has no such option. Please remove it',
  unknownLevel: 'Please choose one of the options offered',
  notANumber: 'Please enter a number',
  wholeDays: 'Please enter whole days',
  step: (step: string, min: string) => `Please enter a value in steps of ${step}, starting from ${min}`,
  maxRise: (max: string) =>
    `You can choose up to ${max} this scheme year. You can increase it further when the annual window opens again`,
  taxBandMissing:
    'We do not know your tax band, so we cannot work out the highest amount you can choose. Please contact us',
  because: (limit: string, why: string) => `${limit}. ${why}`,
  unknownPerson: 'Please choose people from your family members',
  onePartner: 'Please choose one partner only',
  partnerNotCovered: 'This benefit does not cover a partner. Please remove your partner',
  dependantsNotCovered: 'This benefit does not cover children or other dependants. Please remove them',
  familyNotCovered: 'This benefit covers either a partner or dependants. Please choose one of the two',
  someoneMustBeCovered: 'This benefit needs a family member. Please choose who should be covered',
  tooOld: (
    age: number,
    further: { inEducationUnder?: number | undefined; disabledDependantsStay?: true | undefined },
  ) =>
    [
      `This benefit covers dependants until they are ${age}`,
      ...(further.inEducationUnder === undefined
        ? []
        : [`, or ${further.inEducationUnder} while they are in full time education`]),
      ...(further.disabledDependantsStay
        ? [', or longer if they are registered disabled and we have accepted a document that shows it']
        : []),
      '. Please remove anyone older',
    ].join(''),
  disabledStay:
    'A dependant who is registered disabled can stay covered beyond the age limit. Please add the life event in Profile Settings and send a document that proves it',
  peopleNotAsked: 'This benefit covers you alone. Please remove your family members',
  hoursUnknown:
    'We do not know your working hours, so we cannot work out how much holiday you must keep. Please ask your HR team',
  holidayLeft: (days: string) =>
    `You must keep ${days} days of holiday a year, which the law guarantees. Please sell fewer days`,
} as const
