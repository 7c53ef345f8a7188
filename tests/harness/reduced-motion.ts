/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser'

/** Sets whether the browser asks for reduced motion. Component tests begin with 'reduce' (vitest.config.ts). */
export async function preferMotion(value: 'no-preference' | 'reduce'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}
