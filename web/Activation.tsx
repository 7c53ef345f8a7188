import { ActivationPage } from '../features/activation/ActivationPage.tsx'

// Only for people who get the slides.
const fetchWelcome = () => import('./fetch-welcome.ts').then((m) => m.fetchWelcome())

/** ACTIV-12. */
export function Activation() {
  return <ActivationPage fetchWelcome={fetchWelcome} />
}
