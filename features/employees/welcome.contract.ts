import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { welcomeMessages } from './welcome.messages.ts'

const employer = { base: 'api', access: 'employer' } as const
const ofClient = z.object({ id: z.uuid() })

/** They have registered meanwhile, or their account was closed. */
export const nothingToActivate = refusal('nothing-to-activate', 409, welcomeMessages.nothingToActivate)
export const hasLeft = refusal('has-left', 409, welcomeMessages.hasLeft)
/** Nobody of this client chooses a password (S-07). */
export const comesInOtherwise = refusal('comes-in-otherwise', 409, welcomeMessages.comesInOtherwise)
export const enoughWelcomes = refusal('enough-welcomes', 429, welcomeMessages.enough)

const givenUpMail = z.object({
  employeeId: personId,
  name: z.string(),
  email: z.string(),
  givenUpAt: isoMoment,
})
export type GivenUpMail = z.output<typeof givenUpMail>

const welcomeState = z.object({
  /** How many get one if they are sent now. */
  waiting: z.number().int(),
  /** Have not registered, and had one within a day: they get none now. */
  lately: z.number().int(),
  /** Asked for, and about to become mails. */
  underWay: z.number().int(),
  /** Have not registered, and the last mail to them was given up: the newest of them, … */
  givenUp: z.array(givenUpMail),
  /** … and how many there are. */
  givenUpTotal: z.number().int(),
  /** False where everybody comes in through single sign-on, so that there is nothing to activate. */
  isPossible: z.boolean(),
})
export type WelcomeState = z.output<typeof welcomeState>

/** What sending welcome emails again would do, and which of them never arrived (S-79). */
export const readWelcomes = endpoint('GET', 'companies/{id}/welcome-email-resends', {
  ...employer,
  params: ofClient,
  reply: welcomeState,
})

/** A81: to everybody of the client who has not registered; `sent` is how many get one. */
export const welcomeEverybody = endpoint('POST', 'companies/{id}/welcome-email-resends', {
  inView: 'operator',
  ...employer,
  params: ofClient,
  reply: z.object({ sent: z.number().int() }),
  refuses: [comesInOtherwise],
  audit: 'employees.welcomed',
})

/** A82: to one of them. */
export const welcomeEmployee = endpoint('POST', 'employees/{id}/welcome-email-resends', {
  inView: 'operator',
  ...employer,
  params: z.object({ id: personId }),
  reply: z.object({ sent: z.number().int() }),
  refuses: [notFound, nothingToActivate, hasLeft, comesInOtherwise, enoughWelcomes],
  audit: 'employee.welcomed',
})
