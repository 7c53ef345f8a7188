import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { refusal } from '../../contract/refusals.ts'
import { userReply } from '../../services/session/session.contract.ts'
import { contactProblemMessages, profileMessages } from './profile.messages.ts'
import { type ContactField, contactRules, forEachContactField } from '../../services/people/profile.rules.ts'

export const avatarUnknown = refusal('avatar-unknown', 422, profileMessages.avatarUnknown)

/** An operator created the account without personal details, so contact details cannot be stored. */
export const detailsMissing = refusal('details-missing', 409, profileMessages.detailsMissing)

const profile = z.object({
  title: z.string().nullable(),
  firstName: z.string(),
  surname: z.string(),
  dateOfBirth: isoDate.nullable(),
  email: z.string(),
  employeeNumber: z.string().nullable(),
  jobTitle: z.string().nullable(),
  startDate: isoDate.nullable(),
  contact: z.object(forEachContactField(() => z.string().nullable())),
  /** False if the person has switched off reminders to choose benefits. */
  wantsReminders: z.boolean(),
  /** Pictures that the person can choose from. The chosen one is `avatar` of `/user`. */
  avatars: z.array(z.object({ label: z.string(), address: z.string() })),
  mfaEnabled: z.boolean(),
  /** False for people who sign in through their employer's identity provider only. */
  hasPassword: z.boolean(),
  family: z.array(z.object({ name: z.string(), relationship: z.enum(['partner', 'dependant']) })),
  terms: z.object({ revision: z.number().int(), acceptedAt: isoMoment }).nullable(),
})
export type Profile = z.output<typeof profile>

/** A11. Returns the caller's profile. */
export const readProfile = endpoint('GET', 'user/profile', { base: 'v1', access: 'user', reply: profile })

function writtenContact(field: ContactField) {
  const { most, pattern } = contactRules[field]
  return z.string().trim().max(most).regex(pattern, contactProblemMessages[field]).nullable()
}

/** A10. Changes the caller's own data. Accepts only the fields below (PROFILE-05); omitted fields do not change (PROFILE-04). */
export const changeUser = endpoint('PATCH', '/user', {
  inView: 'operator',
  base: 'v1',
  access: 'user',
  body: z
    .strictObject({
      /** Sent once the welcome carousel has loaded, so that the carousel is not shown again (WELCOME-04). */
      firstLogin: z.literal(false),
      /** Address of one of the client's pictures; null for the default one. */
      avatar: z.string().max(200).nullable(),
      contact: z.strictObject(forEachContactField(writtenContact)).partial(),
      wantsReminders: z.boolean(),
    })
    .partial(),
  reply: userReply,
  refuses: [avatarUnknown, detailsMissing],
  audit: 'account.changed',
})
