import { loginPageIcons } from './login-page-icons.ts'
import { addIcons, type IconName } from './Icon.tsx'
import { otherIcons } from './other-icons.ts'

const ownShapes: Readonly<Record<IconName, string>> = { ...loginPageIcons, ...otherIcons }
const drawing = /^[\d\sa-zA-Z.,+-]+$/

const fetched = new Map<string, Promise<void>>()

/** Fetches the icon file once. It has names and SVG paths on a grid of 24. The portal's own icons are shown until then. */
export function fetchIcons(address: string): Promise<void> {
  const known = fetched.get(address) ?? readIcons(address)
  fetched.set(address, known)
  return known
}

async function readIcons(address: string): Promise<void> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`It answered ${response.status}`)
    const file: unknown = await response.json()
    const given = new Map(Object.entries(file ?? {}).filter(([, shape]) => drawing.test(String(shape))))
    const missing = Object.keys(ownShapes).filter((name) => !given.has(name))
    if (missing.length > 0) console.error(`The icon file ${address} has no drawing of: ${missing.join(', ')}`)
    addIcons(Object.fromEntries(given))
  } catch (failure) {
    console.error(`The icon file ${address} cannot be used`, failure)
  }
}
