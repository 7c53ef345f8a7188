import type { ComponentType } from 'react'
import { fieldSamples } from './fields.samples.tsx'
import { containerSamples } from './containers.samples.tsx'
import type { ComponentName } from './components.ts'
import { controlSamples } from './controls.samples.tsx'
import { messageSamples } from './messages.samples.tsx'
import { displaySamples } from './display.samples.tsx'

export const samples: Readonly<Record<ComponentName, ComponentType>> = {
  ...controlSamples,
  ...fieldSamples,
  ...messageSamples,
  ...displaySamples,
  ...containerSamples,
}
