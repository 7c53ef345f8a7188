import { addIcons } from './Icon.tsx'
import { otherIcons } from './other-icons.ts'

addIcons(otherIcons)
