import { ActivationPage } from '../features/activation/ActivationPage.tsx'

// Loads Home's welcome slides only for people who get them.
const fetchWelcome = () => import('./fetch-welcome.ts').then((m) => m.fetchWelcome())

/** The activation screen. Also loads the slides that Home shows after a first login (ACTIV-12). */
export function Activation() {
  return <ActivationPage fetchWelcome={fetchWelcome} />
}
