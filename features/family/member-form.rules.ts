import { dobProblem } from '../../contract/date-of-birth.ts'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { FamilyMember, TypedMember, CompleteMember } from './family-payload.rules.ts'
import { familyMessages as say } from './family.messages.ts'
import { titles, type Relationship, type Title } from '../../domain/definition/family.rules.ts'
import { ageOn } from '../../domain/pricing/age.ts'

const memberFields = [
  'title',
  'first_name',
  'surname',
  'date_of_birth',
  'sex',
  'fmember_type',
  'education',
  'somebodyElse',
] as const
export type MemberField = (typeof memberFields)[number]
export type MemberProblems = Partial<Record<MemberField, string>>

export function typedMemberFrom(
  member: FamilyMember | null,
  { today, relationship = '' }: { today: IsoDate; relationship?: Relationship | '' },
): TypedMember {
  if (!member) return { title: '', firstName: '', surname: '', dateOfBirth: '', sex: '', relationship, education: '' }
  const { title, firstName, surname, dateOfBirth, gender, fullTimeEducationEndDate: ends } = member
  return {
    title: titles.find((one) => one === title) ?? '',
    firstName,
    surname,
    dateOfBirth,
    sex: gender ?? '',
    relationship: member.relationship,
    education: ends !== null && ends >= today ? 'yes' : 'no',
  }
}

/** A spouse or partner is not asked about education (FAMILY-11, FAMILY-12). */
export function problemsIn(typed: TypedMember, today: IsoDate): MemberProblems {
  // The device's clock may be a day behind. The server decides by its own date.
  const dob = dobProblem(typed.dateOfBirth, addDays(today, 1))
  return {
    ...(typed.title === '' && { title: say.title }),
    ...(typed.firstName.trim() === '' && { first_name: say.firstName }),
    ...(typed.surname.trim() === '' && { surname: say.surname }),
    ...(dob !== null && { date_of_birth: dob }),
    ...(typed.sex === '' && { sex: say.sex }),
    ...(typed.relationship === '' && { fmember_type: say.relationship }),
    ...(asksAboutEducation(typed, today) && typed.education === '' && { education: say.education }),
  }
}

export function isComplete(typed: TypedMember): typed is CompleteMember {
  const { title, sex, relationship }: { title: Title | ''; sex: string; relationship: string } = typed
  return title !== '' && sex !== '' && relationship !== ''
}

/** Returns the server's errors by field. `below` is the prefix of field names, as in 'familyMember.surname'. */
export function problemsFromServer(errors: Readonly<Record<string, string[]>>, below = ''): MemberProblems {
  return Object.fromEntries(
    memberFields.flatMap((field) => {
      const [sentence] = errors[below + field] ?? []
      return sentence === undefined ? [] : [[field, sentence]]
    }),
  )
}

export function problemList(problems: MemberProblems): { field: MemberField; message: string }[] {
  return memberFields.flatMap((field) => {
    const message = problems[field]
    return message === undefined ? [] : [{ field, message }]
  })
}

const SCHOOL_AGE = 5

export function asksAboutEducation(
  { relationship, dateOfBirth }: Pick<TypedMember, 'relationship' | 'dateOfBirth'>,
  today: IsoDate,
): boolean {
  if (relationship !== 'dependant') return false
  if (dobProblem(dateOfBirth, addDays(today, 1)) !== null) return true
  // A valid date of birth is an IsoDate.
  return ageOn(dateOfBirth as IsoDate, today) >= SCHOOL_AGE
}
