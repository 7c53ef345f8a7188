import type { ComponentType } from 'react'
import { fillSamples } from './fill.samples.tsx'
import { holdSamples } from './hold.samples.tsx'
import type { Part } from './parts.ts'
import { pressSamples } from './press.samples.tsx'
import { saySamples } from './say.samples.tsx'
import { showSamples } from './show.samples.tsx'

export const samples: Readonly<Record<Part, ComponentType>> = {
  ...pressSamples,
  ...fillSamples,
  ...saySamples,
  ...showSamples,
  ...holdSamples,
}
