import { defaultAccent, defaultPrimary } from '../../services/theme/default-colours.rules.ts'
import type { SchemeLooks } from './use-loaded-theme.ts'
import { pageData, applyTheme, useTheme, type ThemeState } from './use-theme.ts'

type Undo = () => void

/** Applies the signed-in person's theme (THEME-24), if different. Returns a function that undoes it. */
export function applyLooksOfScheme(scheme: SchemeLooks): Undo {
  const ofAddress = useTheme.getState()
  const styles = paintedStyles()
  if (!styles || !isPainted(scheme, ofAddress)) return fetchedLooks(scheme)
  const avatar = scheme.avatarSet.avatarsetPlainFileURL
  const plainAvatar = avatar === null || avatar === pageData()?.avatarAddress ? ofAddress.plainAvatar : avatar
  useTheme.setState({ plainAvatar, hasClientTheme: true, styles })
  return () => applyTheme(ofAddress)
}

function fetchedLooks(scheme: SchemeLooks): Undo {
  let isOver = false
  let undo: Undo = () => void (isOver = true)
  const apply = async () => {
    const looks = await import('./use-loaded-theme.ts')
    if (isOver) return
    looks.applySchemeLooks(scheme)
    undo = looks.dropSchemeLooks
  }
  // If loading fails, the host's theme stays.
  void apply().catch(() => undefined)
  return () => undo()
}

function isPainted({ theme: { core }, baseFont, headerFont }: SchemeLooks, painted: ThemeState): boolean {
  return (
    (core.primaryColour ?? defaultPrimary).toLowerCase() === painted.primary &&
    (core.secondaryColour ?? defaultAccent).toLowerCase() === painted.accent &&
    baseFont === painted.baseFont &&
    headerFont === painted.headerFont
  )
}

/** Returns the style variables that the server wrote into the page; null if it wrote none or they were replaced. */
function paintedStyles(): Record<string, string> | null {
  const root = document.documentElement
  const [, declarations] = /:root\{([^}]*)\}/.exec(document.querySelector('head style')?.textContent ?? '') ?? []
  if (!declarations || root.style.length > 0) return null
  return Object.fromEntries(declarations.split(';').map((each) => /^([^:]*):(.*)$/.exec(each)?.slice(1) ?? []))
}
