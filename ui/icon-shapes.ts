import { addShapes } from './Icon.tsx'
import { laterIcons } from './later-icons.ts'

// Icons beyond the login page's. Imported by every component that later screens need.
addShapes(laterIcons)
