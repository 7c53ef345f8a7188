import { ActivationPage } from '../features/activation/ActivationPage.tsx'

const fetchWelcome = () => import('./fetch-welcome.ts').then((m) => m.fetchWelcome())

export function Activation() {
  return <ActivationPage fetchWelcome={fetchWelcome} />
}
