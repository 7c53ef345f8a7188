import { goodPassword, requestSignInWithCaptcha } from './people.ts'
import { mailsOf } from './mails.ts'
import type { Portal, PortalRequest } from './portal.ts'
import { solveCaptcha } from './solve-captcha.ts'

export const birthday = '17/05/1990'
export const freshPassword = 'Kiln&72Ember-Moss'

type More = Pick<PortalRequest, 'site' | 'headers'>
type Setting = More & { token: string; cookies?: Record<string, string>; date?: string; to?: string; again?: string }

export function linkCalls(portal: Portal) {
  const post = (path: string, request: Omit<PortalRequest, 'url' | 'method'>) =>
    portal.request({ method: 'POST', url: `/api/v1/${path}`, ...request })
  const verify = (token: string, date = birthday, more: More = {}) =>
    post('password-reset/dob', { ...more, body: { token, date_of_birth: date } })
  return {
    post,
    ask: async (email: string, more: More = {}) => {
      const recaptcha = await solveCaptcha(portal, more)
      return post('forgot-password', { ...more, body: { email, recaptcha, isRecaptchaEnabled: true } })
    },
    validate: (token: string, more: More = {}) => post(`password-reset/${token}`, more),
    open: (id: string, more: More = {}) => post(`activation/${id}`, more),
    verify,
    check: (token: string, password: string, cookies: Record<string, string> = {}) =>
      post('password-reset/check', { cookies, body: { token, password } }),
    reset: ({ token, cookies = {}, date = birthday, to = freshPassword, again = to, ...more }: Setting) =>
      post('password-reset', {
        ...more,
        cookies,
        body: { token, date_of_birth: date, password: to, password_confirmation: again },
      }),
    verified: async (token: string): Promise<Record<string, string>> => {
      const answer = await verify(token)
      if (answer.statusCode !== 200) throw new Error(`The date of birth was refused: ${answer.body}`)
      return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    },
    mailedTo: async (email: string): Promise<string[]> =>
      (await mailsOf(portal, email)).flatMap(({ data }) =>
        typeof data?.['token'] === 'string' ? [data['token']] : [],
      ),
    signIn: async (email: string, password = goodPassword, cookies: Record<string, string> = {}): Promise<number> =>
      (await requestSignInWithCaptcha(portal, { email, password, cookies })).statusCode,
  }
}
