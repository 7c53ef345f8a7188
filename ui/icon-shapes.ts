import { takeShapes } from './Icon.tsx'
import { moreIcons } from './more-icons.ts'

// The icons beyond the login's. Imported by every part that a further screen cannot do without.
takeShapes(moreIcons)
