import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { welcomeMessages } from './welcome-email.messages.ts'

const employer = { base: 'api', access: 'employer' } as const
const ofClient = z.object({ id: z.uuid() })

export const nothingToActivate = refusal('nothing-to-activate', 409, welcomeMessages.nothingToActivate)
export const hasLeft = refusal('has-left', 409, welcomeMessages.hasLeft)
export const usesSingleSignOn = refusal('comes-in-otherwise', 409, welcomeMessages.comesInOtherwise)
export const tooManyWelcomes = refusal('enough-welcomes', 429, welcomeMessages.enough)

const givenUpMail = z.object({
  employeeId: personId,
  name: z.string(),
  email: z.string(),
  givenUpAt: isoMoment,
})
export type UndeliveredMail = z.output<typeof givenUpMail>

const welcomeState = z.object({
  /** Number of people who would get a mail now. */
  waiting: z.number().int(),
  /** Number of people who have not registered but had a mail within the last day, so that they get none now. */
  lately: z.number().int(),
  /** Number of mails requested but not queued yet. */
  underWay: z.number().int(),
  givenUp: z.array(givenUpMail),
  givenUpTotal: z.number().int(),
  /** False if the client uses single sign-on only. */
  isPossible: z.boolean(),
})
export type WelcomeState = z.output<typeof welcomeState>

/** Returns how many people would get a welcome email, and which mails could not be delivered (S-79). */
export const readWelcomes = endpoint('GET', 'companies/{id}/welcome-email-resends', {
  ...employer,
  params: ofClient,
  reply: welcomeState,
})

/** A81. Sends a welcome email to everyone who has not registered. `sent` is the number of people who get one. */
export const welcomeEverybody = endpoint('POST', 'companies/{id}/welcome-email-resends', {
  inView: 'operator',
  ...employer,
  params: ofClient,
  reply: z.object({ sent: z.number().int() }),
  refuses: [usesSingleSignOn],
  audit: 'employees.welcomed',
})

/** A82. Sends a welcome email to one employee. */
export const welcomeEmployee = endpoint('POST', 'employees/{id}/welcome-email-resends', {
  inView: 'operator',
  ...employer,
  params: z.object({ id: personId }),
  reply: z.object({ sent: z.number().int() }),
  refuses: [notFound, nothingToActivate, hasLeft, usesSingleSignOn, tooManyWelcomes],
  audit: 'employee.welcomed',
})
