import { ActivationPage } from '../features/activation/ActivationPage.tsx'

const fetchWelcome = () => import('./preload-welcome-slides.ts').then((m) => m.preloadWelcomeSlides())

export function Activation() {
  return <ActivationPage fetchWelcome={fetchWelcome} />
}
