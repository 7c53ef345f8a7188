import { lazy, Suspense } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { loginMessages } from './session.messages.ts'

// Only a server's own markup needs it; the portal's own sentences are plain text.
const SafeHtml = lazy(() => import('../../ui/SafeHtml.tsx').then((m) => ({ default: m.SafeHtml })))

/** What went wrong, above the form. The default message's last words lead to support (LOGIN-40); server HTML is sanitised. */
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
