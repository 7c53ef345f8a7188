import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { dobMessages } from '../../contract/date-of-birth.messages.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { familyMessages as say, familyRefusals } from './family.messages.ts'
import { familyLimits, relationshipTypeIds, titles } from '../../domain/definition/family.rules.ts'

/** The reply contains the current member (`member`). */
export const memberChanged = refusal('family-member-changed', 409, familyRefusals.changed)
/** The same request with `somebodyElse` set saves the member. */
export const memberKnown = refusal('family-member-known', 409, familyRefusals.alreadyKnown)
export const onePartner = refusal('one-partner', 409, familyRefusals.onePartner)
export const familyFull = refusal('family-full', 409, familyRefusals.tooMany)
export const noDetails = refusal('details-missing', 409, familyRefusals.noDetails)
export const memberInvalid = refusal('family-member-invalid', 422, formErrorMessages.review)
export const familyClosed = refusal('family-closed', 403, familyRefusals.left)

const memberId = z.uuid()

/** A family member in the API's format (DATA-14). Fields that the specification does not have come last. */
const familyRecord = z.object({
  family_id: memberId,
  family_fname: z.string(),
  family_sname: z.string(),
  family_dob: isoDate,
  /** 1 female, 2 male; null if unknown. */
  family_gender_id: z.number().int().nullable(),
  /** 1 for a partner, any other number for a dependant. */
  family_famtype_id: z.number().int(),
  family_tname: z.string().nullable(),
  family_active: z.boolean(),
  family_ft_edu_ends: isoDate.nullable(),
  family_registered_disabled: z.boolean(),
  /** Sent with a change; an outdated version is refused with 409. */
  family_version: z.number().int(),
})
export type FamilyRecord = z.output<typeof familyRecord>

const name = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(familyLimits.nameLength, familyRefusals.tooLong(familyLimits.nameLength))
    .regex(/^[^\p{Cc}]*$/u, say.oneLine)
const yesNo = z.enum(['yes', 'no'])

const payload = {
  familyMemberId: memberId.nullish(),
  first_name: name(say.firstName),
  surname: name(say.surname),
  /** The date is checked against the server's date (FORM-19). */
  date_of_birth: z.string({ error: dobMessages.required }).max(10, dobMessages.invalid),
  sex: z.enum(['female', 'male'], { error: say.sex }),
  fmember_type: z.union([z.literal(relationshipTypeIds.partner), z.literal(relationshipTypeIds.dependant)], {
    error: say.relationship,
  }),
  /** Full-time education, for dependants only (FAMILY-13). */
  education: yesNo.nullish(),
  registered_disabled: yesNo.optional(),
  /** True confirms that the answer about education is correct. */
  education_check: z.boolean().nullish(),
  title: z.enum(titles, { error: say.title }),
  /** True confirms after the refusal `family-member-known` that this is another person with the same name and birthday. */
  somebodyElse: z.boolean().optional(),
}

export const familyPayload = z.strictObject(payload)
export type FamilyPayload = z.input<typeof familyPayload>
export type NewMember = z.output<typeof familyPayload>

const saved = z.object({ status: z.literal('ok'), familyMemberId: memberId })

/** A13. Returns the caller's family members. */
export const listFamily = endpoint('GET', '/user/family', {
  base: 'v1',
  access: 'user',
  reply: z.array(familyRecord),
})

/** A14. Adds a family member of the caller (`id`). */
export const addFamilyMember = endpoint('POST', 'user/{id}/family-members', {
  inView: 'operator',
  base: 'v1',
  access: 'user',
  params: z.object({ id: personId }),
  body: familyPayload,
  reply: saved,
  status: 201,
  refuses: [notFound, memberInvalid, familyClosed, memberKnown, onePartner, familyFull, noDetails],
  audit: 'family.added',
})

/** A15. Changes a family member of the caller. */
export const editFamilyMember = endpoint('PATCH', 'user/family-members/{id}', {
  inView: 'operator',
  base: 'v1',
  access: 'user',
  params: z.object({ id: memberId }),
  body: z.strictObject({ ...payload, version: z.number().int().optional() }),
  reply: saved,
  refuses: [notFound, memberInvalid, familyClosed, memberChanged, memberKnown, onePartner],
  audit: 'family.changed',
})
