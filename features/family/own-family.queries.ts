import { type IsoDate, showDate } from '../../contract/dates.ts'
import { dobProblem } from '../../contract/date-of-birth.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../../database/database.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import {
  familyFull,
  memberChanged,
  memberInvalid,
  memberKnown,
  type NewMember,
  noDetails,
  onePartner,
} from './family.contract.ts'
import { endConfirmedDisability } from './disability.queries.ts'
import { familyMessages, familyRefusals } from './family.messages.ts'
import {
  educationEndAfter,
  familyLimits,
  isSamePerson,
  MINIMUM_PARTNER_AGE,
  type Relationship,
  relationshipOf,
} from '../../domain/definition/family.rules.ts'
import {
  addFamilyMembers,
  allowsOnePartner,
  changeFamilyMember,
  familyOf,
  lockFamily,
  type NewFamilyMember,
} from './family.queries.ts'
import { type KnownMember, familyRecordOf } from './family-record.rules.ts'

type Own = { personId: PersonId; today: IsoDate }
type OwnFamilyCall = { below?: string; only?: Relationship }

export async function addToOwnFamily(
  tx: Tx,
  clientId: ClientId,
  { personId, today, member, ...within }: Own & { member: NewMember } & OwnFamilyCall,
): Promise<string> {
  requireComplete(member, { today, ...within })
  const self = await lockFamily(tx, clientId, { personId })
  if (!self) throw refuse(noDetails)
  const active = (await familyOf(tx, clientId, { personId })).filter((one) => one.active)
  requireOtherPerson(member, { self, others: active, ...within })
  if (active.length >= familyLimits.members) throw refuse(familyFull)
  await requireOnePartner(tx, clientId, { member, others: active })
  const [id] = await addFamilyMembers(tx, clientId, {
    members: [detailsOf(member, { personId, today, before: null })],
  })
  if (id === undefined) throw new Error('Nobody was added')
  return id
}

/** Refuses other ids, as if they were unknown (S-46). */
export async function requireOwnMembers(
  tx: Tx,
  clientId: ClientId,
  { personId, ids }: { personId: PersonId; ids: readonly (string | null | undefined)[] },
): Promise<void> {
  const named = ids.filter((id) => id != null)
  if (named.length === 0) return
  const family = await familyOf(tx, clientId, { personId })
  const isOwn = (id: string) => family.some((member) => member.active && member.id === id)
  if (!named.every(isOwn)) throw refuse(notFound)
}

/** Refuses other ids, as if they were unknown (S-46). */
export async function changeOwnFamily(
  tx: Tx,
  clientId: ClientId,
  { personId, today, id, member, seen }: Own & { id: string; member: NewMember; seen: number | undefined },
): Promise<void> {
  const self = await lockFamily(tx, clientId, { personId })
  const active = (await familyOf(tx, clientId, { personId })).filter((one) => one.active)
  const stands = active.find((one) => one.id === id)
  const names = member.familyMemberId ?? id
  if (!stands || names !== id) throw refuse(notFound)
  requireComplete(member, { today })
  if (seen !== undefined && seen !== stands.version)
    throw refuse(memberChanged, { body: { member: familyRecordOf(stands) } })
  const others = active.filter((one) => one !== stands)
  const named = { firstName: member.first_name, surname: member.surname, dateOfBirth: member.date_of_birth }
  if (!isSamePerson(named, stands)) requireOtherPerson(member, { self, others })
  await requireOnePartner(tx, clientId, { member, others })
  await changeFamilyMember(tx, clientId, { ...detailsOf(member, { personId, today, before: stands }), id })
  if (member.registered_disabled === 'no') await endConfirmedDisability(tx, clientId, { id, today })
}

function requireComplete(member: NewMember, { today, below = '', only }: OwnFamilyCall & { today: IsoDate }): void {
  const dob = dobProblem(member.date_of_birth, today)
  const relationship = relationshipOf(member.fmember_type)
  const asksAboutEducation = relationship === 'dependant'
  const isPartner = relationship === 'partner' && only !== 'dependant'
  // `dobProblem` has checked that the date of birth is a calendar date.
  const tooYoung = isPartner && dob === null && ageOn(member.date_of_birth as IsoDate, today) < MINIMUM_PARTNER_AGE
  const answered = member.education != null && member.education_check !== false
  const errors = {
    ...(dob !== null && { [`${below}date_of_birth`]: [dob] }),
    ...(tooYoung && { [`${below}date_of_birth`]: [familyMessages.partnerTooYoung] }),
    ...(only !== undefined && relationship !== only && { [`${below}fmember_type`]: [familyMessages.relationship] }),
    ...(asksAboutEducation && !answered && { [`${below}education`]: [familyMessages.education] }),
  }
  if (Object.keys(errors).length > 0) throw refuse(memberInvalid, { errors })
}

function requireOtherPerson(
  member: NewMember,
  {
    self,
    others,
    below = '',
  }: Pick<OwnFamilyCall, 'below'> & {
    self: Awaited<ReturnType<typeof lockFamily>>
    others: readonly KnownMember[]
  },
): void {
  const named = { firstName: member.first_name, surname: member.surname, dateOfBirth: member.date_of_birth }
  if (self && isSamePerson(named, self))
    throw refuse(memberInvalid, { errors: { [`${below}first_name`]: [familyMessages.yourself] } })
  const known = member.somebodyElse === true ? undefined : others.find((one) => isSamePerson(named, one))
  if (!known) return
  const message = familyRefusals.somebodyElse(`${known.firstName} ${known.surname}`, showDate(known.dateOfBirth))
  throw refuse(memberKnown, {
    body: { message, error: message },
    errors: { [`${below}somebodyElse`]: [message] },
  })
}

async function requireOnePartner(
  tx: Tx,
  clientId: ClientId,
  { member, others }: { member: NewMember; others: readonly KnownMember[] },
): Promise<void> {
  const isSecond =
    relationshipOf(member.fmember_type) === 'partner' && others.some(({ relationship }) => relationship === 'partner')
  if (isSecond && (await allowsOnePartner(tx, clientId))) throw refuse(onePartner)
}

function detailsOf(
  member: NewMember,
  { personId, today, before }: Own & { before: KnownMember | null },
): Omit<NewFamilyMember, 'id'> {
  const relationship = relationshipOf(member.fmember_type)
  return {
    personId,
    relationship,
    title: member.title,
    firstName: member.first_name,
    surname: member.surname,
    // `requireComplete` has checked the date.
    dateOfBirth: member.date_of_birth as IsoDate,
    sex: member.sex,
    fullTimeEducationEnds: educationEndAfter(
      { relationship, education: member.education ?? null },
      { before: before?.fullTimeEducationEnds ?? null, today },
    ),
    registeredDisabled: member.registered_disabled
      ? member.registered_disabled === 'yes'
      : (before?.registeredDisabled ?? false),
  }
}
