import { takeShapes } from './Icon.tsx'
import { moreIcons } from './more-icons.ts'

// Icons beyond the login page's. Imported by every component that later screens need.
takeShapes(moreIcons)
