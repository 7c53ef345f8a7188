import { Alert } from '../../ui/Alert.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { ConsentButtons } from './ConsentButtons.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'

const SafeHtml = loadOnDemand(() => import('../../ui/SafeHtml.tsx').then((m) => m.SafeHtml))

type LoginBannerProps = { html: string; supportEmail: string; isAnswer: boolean }

/** Turns 'contact us' at the end of the default message into a link to support (LOGIN-40). */
export function LoginBanner({ html, supportEmail, isAnswer }: LoginBannerProps) {
  const linked = 'contact us'
  return (
    <Alert kind="error" isAnswer={isAnswer} action={html === loginMessages.cookies && <ConsentButtons />}>
      {html === loginMessages.noMatch ? (
        <>
          {html.slice(0, -linked.length)}
          <a href={`mailto:${supportEmail}`}>{linked}</a>
        </>
      ) : /[<&]/.test(html) ? (
        <SafeHtml html={html} allow="sentence" />
      ) : (
        html
      )}
    </Alert>
  )
}
