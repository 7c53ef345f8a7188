import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { guardMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { useSession } from '../session/use-session.ts'

const Contact = loadOnDemand(
  () => import('./Contact.tsx').then((m) => m.Contact),
  undefined,
  <p>{guardMessages.loading}</p>,
)

export function ContactUsPage() {
  const session = useSession((state) => state.session)
  if (session.step === 'restoring') return <p role="status">{guardMessages.loading}</p>
  if (session.step === 'out' || !session.client.contactUsEnabled) return <ToHome />
  return <Contact user={session.user} client={session.client} />
}

function ToHome() {
  const router = useRouter()
  useEffect(() => router.history.replace(paths.home()), [router])
  return null
}
