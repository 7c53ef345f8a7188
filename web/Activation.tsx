import { ActivationPage } from '../features/activation/ActivationPage.tsx'

// What Home shows its slides with comes only for whoever is owed them.
const fetchWelcome = () => import('./welcome.ts').then((m) => m.fetchWelcome())

/** The screen of an invitation, with the way to the slides of a first login, which are Home's (ACTIV-12). */
export function Activation() {
  return <ActivationPage fetchWelcome={fetchWelcome} />
}
