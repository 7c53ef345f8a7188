import { lazy, Suspense } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'

// Loaded only for server HTML; the portal's own messages are plain text.
const SafeHtml = lazy(() => import('../../ui/SafeHtml.tsx').then((m) => ({ default: m.SafeHtml })))

/** The default message ends with a link to support (LOGIN-40). */
export function LoginBanner({ html, supportEmail }: { html: string; supportEmail: string }) {
  const linked = 'contact us'
  return (
    <Alert kind="error">
      {html === loginMessages.noMatch ? (
        <>
          {html.slice(0, -linked.length)}
          <a href={`mailto:${supportEmail}`}>{linked}</a>
        </>
      ) : /[<&]/.test(html) ? (
        <Suspense>
          <SafeHtml html={html} allow="sentence" />
        </Suspense>
      ) : (
        html
      )}
    </Alert>
  )
}
