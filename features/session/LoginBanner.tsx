import { Alert } from '../../ui/Alert.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { loginMessages } from './session.messages.ts'

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
      ) : (
        <SafeHtml html={html} allow="sentence" />
      )}
    </Alert>
  )
}
