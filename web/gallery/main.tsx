import '../../ui/default-theme.css'
import '../fonts.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forceStates } from './force-states.ts'
import { Gallery } from './Gallery.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')
forceStates()
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
