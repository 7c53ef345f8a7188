import { addIcons } from './Icon.tsx'
import { otherIcons } from './other-icons.ts'

// Icons that the login page doesn't need. Components of later screens import this file.
addIcons(otherIcons)
