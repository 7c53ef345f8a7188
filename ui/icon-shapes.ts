import { addIcons } from './Icon.tsx'
import { laterIcons } from './later-icons.ts'

// Icons that the login page doesn't need. Components of later screens import this file.
addIcons(laterIcons)
