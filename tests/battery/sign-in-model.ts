import { sessionLimits, signInLimits, challengeLimits } from '../../services/session/limits.ts'
import { linkLimits } from '../../features/password/limits.ts'
import { twoFactorLimits } from '../../features/two-factor/two-factor.queries.ts'

const minutes = (ms: number) => ms / 60_000

export type PendingLoginModel = {
  owes: 'code' | 'set-up'
  by: 'password' | 'single-sign-on'
  opened: number
  codes: number
  over: boolean
  passedFirst: boolean
}
export type SessionModel = { over: boolean; minted: number; used: number }
export type LinkModel = { over: boolean; made: number; kind: 'reset' | 'activation' }

/** Logged in, second factor pending, first set-up code accepted, done, or the code of a refusal. */
export type Outcome = 'in' | 'code' | 'set-up' | 'passed' | 'done' | (string & {})

/** Login rules for one person at one address. Times in minutes (S-04, S-05, S-14, S-19, S-21, S-36, LOGIN-45). */
export class SignInModel {
  now = 0
  state: 'invited' | 'active' | 'disabled'
  hasTwoFactor: boolean
  readonly requiresTwoFactor: boolean
  /** Codes after single sign-on have a separate attempt limit. */
  readonly guesses: Record<PendingLoginModel['by'], { failures: number; lockedUntil: number | null }> = {
    password: { failures: 0, lockedUntil: null },
    'single-sign-on': { failures: 0, lockedUntil: null },
  }
  looks: number[] = []
  halves: PendingLoginModel[] = []
  sessions: SessionModel[] = []
  links: LinkModel[] = []

  constructor(of: Pick<SignInModel, 'state' | 'hasTwoFactor' | 'requiresTwoFactor'>) {
    this.state = of.state
    this.hasTwoFactor = of.hasTwoFactor
    this.requiresTwoFactor = of.requiresTwoFactor
  }

  isLocked(by: PendingLoginModel['by'] = 'password'): boolean {
    const { lockedUntil } = this.guesses[by]
    return lockedUntil !== null && this.now < lockedUntil
  }

  /** Counts a failed attempt in advance. `giveBack` removes it after a success. Returns null during a lock. */
  private guess(by: PendingLoginModel['by'] = 'password'): { isLast: boolean; giveBack: () => void } | null {
    if (this.isLocked(by)) return null
    const counted = this.guesses[by]
    if (counted.lockedUntil !== null) counted.failures = 0
    counted.lockedUntil = null
    counted.failures += 1
    const isLast = counted.failures >= signInLimits.failures
    if (isLast) counted.lockedUntil = this.now + minutes(signInLimits.lockMs)
    return {
      isLast,
      giveBack: () => {
        counted.failures -= 1
        if (isLast) counted.lockedUntil = null
      },
    }
  }

  private succeed(by: PendingLoginModel['by'] = 'password'): void {
    this.guesses[by] = { failures: 0, lockedUntil: null }
  }

  private letIn(): Outcome {
    this.sessions.push({ over: false, minted: this.now, used: this.now })
    const open = this.sessions.filter((session) => this.isOpen(session))
    for (const surplus of open.slice(0, Math.max(0, open.length - sessionLimits.liveSessions))) surplus.over = true
    return 'in'
  }

  private endSessions(except?: SessionModel): void {
    for (const session of this.sessions) if (session !== except) session.over = true
  }

  private endHalves(): void {
    for (const half of this.halves) half.over = true
  }

  private isOpen({ over, used }: SessionModel): boolean {
    return !over && this.now - used < minutes(sessionLimits.idleMs)
  }

  /** Returns whether the latest token of a session is accepted. If so, this counts as use of the session. */
  opens(session: SessionModel): boolean {
    const opens =
      this.isOpen(session) &&
      this.state === 'active' &&
      this.now - session.minted < minutes(sessionLimits.accessTokenMs)
    if (opens) session.used = this.now
    return opens
  }

  private openHalf(by: PendingLoginModel['by']): Outcome {
    const owes = this.hasTwoFactor ? 'code' : 'set-up'
    this.halves.push({ owes, by, opened: this.now, codes: 0, over: false, passedFirst: false })
    return owes
  }

  private get owesSecondFactor(): boolean {
    return this.hasTwoFactor || this.requiresTwoFactor
  }

  isHalfOpen({ over, opened, codes }: PendingLoginModel): boolean {
    return !over && this.now - opened < minutes(challengeLimits.ms) && codes < challengeLimits.codes
  }

  isLinkOpen({ over, made, kind }: LinkModel): boolean {
    const fits = this.state === (kind === 'activation' ? 'invited' : 'active')
    return fits && !over && this.now - made < minutes(linkLimits.livesMs[kind])
  }

  signIn({ isRight }: { isRight: boolean }): Outcome {
    const place = this.guess()
    if (!place) return 'account-locked'
    if (!isRight || this.state === 'invited') return place.isLast ? 'account-locked' : 'sign-in-failed'
    if (this.state === 'disabled') return 'account-problem'
    if (this.owesSecondFactor) {
      place.giveBack()
      return this.openHalf('password')
    }
    this.succeed()
    return this.letIn()
  }

  private look(
    by: PendingLoginModel['by'] = 'password',
  ): { wrong: (code: string) => Outcome; right: () => void } | Outcome {
    if (this.isLocked(by)) return 'account-locked'
    this.looks = this.looks.filter((at) => this.now - at < 60)
    if (this.looks.length >= twoFactorLimits.codesPerHour) return 'too-many-codes'
    const place = this.guess(by)
    this.looks.push(this.now)
    return {
      wrong: (code) => (place?.isLast ? 'account-locked' : code),
      right: () => {
        this.looks.pop()
        this.succeed(by)
      },
    }
  }

  sendCode(half: PendingLoginModel, { isRight, hasTicket }: { isRight: boolean; hasTicket: boolean }): Outcome {
    if (!this.isHalfOpen(half)) return 'challenge-ended'
    const look = this.look(half.by)
    if (typeof look === 'string') return look
    half.codes += 1
    if (!hasTicket) return look.wrong('sign-in-failed')
    if (this.state !== 'active') return 'account-problem'
    if (!this.hasTwoFactor) return 'challenge-ended'
    if (!isRight) return look.wrong('code-invalid')
    look.right()
    this.endHalves()
    return this.letIn()
  }

  setUp(half: PendingLoginModel, { type, isRight }: { type: 'temporary' | 'complete'; isRight: boolean }): Outcome {
    if (!this.isHalfOpen(half)) return 'challenge-ended'
    if (this.state !== 'active') return 'account-problem'
    if (half.by === 'password' && this.isLocked()) return 'account-locked'
    if (this.hasTwoFactor || half.owes === 'code') return 'challenge-ended'
    if (type === 'complete' && !half.passedFirst) return 'set-up-changed'
    if (!isRight) {
      half.codes += 1
      return 'code-invalid'
    }
    if (type === 'temporary') {
      half.passedFirst = true
      return 'passed'
    }
    if (half.by === 'password') this.succeed()
    this.hasTwoFactor = true
    this.endHalves()
    this.endSessions()
    return this.letIn()
  }

  /** Logs in by single sign-on, which password locks do not affect (S-04). */
  enter({ isUsed, secondFactor }: { isUsed: boolean; secondFactor: boolean }): Outcome {
    if (isUsed || this.state !== 'active') return 'entry-failed'
    return this.owesSecondFactor && !secondFactor ? this.openHalf('single-sign-on') : this.letIn()
  }

  makeLink(kind: LinkModel['kind']): Outcome {
    this.links.push({ over: false, made: this.now, kind })
    return 'done'
  }

  useLink(link: LinkModel): Outcome {
    if (!this.isLinkOpen(link)) return 'not-found'
    this.state = 'active'
    this.succeed('single-sign-on')
    this.newPassword()
    return 'done'
  }

  private newPassword(except?: SessionModel): void {
    this.succeed()
    this.endHalves()
    this.endSessions(except)
    for (const link of this.links) link.over = true
  }

  changePassword(session: SessionModel, { isRight }: { isRight: boolean }): Outcome {
    if (!this.opens(session)) return 'session-ended'
    const place = this.guess()
    if (!place) return 'account-locked'
    if (!isRight) return place.isLast ? 'account-locked' : 'current-password-wrong'
    this.newPassword(session)
    return 'done'
  }

  disableTwoFactor(session: SessionModel, { isRight }: { isRight: boolean }): Outcome {
    if (!this.opens(session)) return 'session-ended'
    if (this.requiresTwoFactor) return 'two-factor-enforced'
    if (!this.hasTwoFactor) return 'two-factor-off'
    const look = this.look()
    if (typeof look === 'string') return look
    if (!isRight) return look.wrong('code-invalid')
    look.right()
    this.hasTwoFactor = false
    this.endHalves()
    this.endSessions(session)
    return 'done'
  }

  renew(session: SessionModel): Outcome {
    if (!this.isOpen(session) || this.state !== 'active') return 'not-renewed'
    session.minted = this.now
    return 'in'
  }

  endAll(): Outcome {
    this.endSessions()
    return 'done'
  }

  setState(state: 'active' | 'disabled'): Outcome {
    if (this.state !== 'invited') this.state = state
    return 'done'
  }

  wait(howLong: number): Outcome {
    this.now += howLong
    return 'done'
  }
}
