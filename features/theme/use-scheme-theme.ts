import { defaultAccent, defaultPrimary } from '../../services/theme/default-colours.rules.ts'
import type { SchemeTheme } from './use-loaded-theme.ts'
import { pageData, applyTheme, useTheme, type ThemeState } from './use-theme.ts'

type Undo = () => void

/** Applies the scheme's theme if it differs from the page's (THEME-24). Returns a function that restores the page's theme. */
export function applySchemeTheme(scheme: SchemeTheme): Undo {
  const ofAddress = useTheme.getState()
  const styles = paintedStyles()
  if (!styles || !isPainted(scheme, ofAddress)) return fetchedLooks(scheme)
  const avatar = scheme.avatarSet.avatarsetPlainFileURL
  const plainAvatar = avatar === null || avatar === pageData()?.avatarAddress ? ofAddress.plainAvatar : avatar
  useTheme.setState({ plainAvatar, hasClientTheme: true, styles })
  return () => applyTheme(ofAddress)
}

function fetchedLooks(scheme: SchemeTheme): Undo {
  let isOver = false
  let undo: Undo = () => void (isOver = true)
  const apply = async () => {
    const looks = await import('./use-loaded-theme.ts')
    if (isOver) return
    looks.loadSchemeTheme(scheme)
    undo = looks.removeSchemeTheme
  }
  void apply().catch(() => undefined)
  return () => undo()
}

function isPainted({ theme: { core }, baseFont, headerFont }: SchemeTheme, painted: ThemeState): boolean {
  return (
    (core.primaryColour ?? defaultPrimary).toLowerCase() === painted.primary &&
    (core.secondaryColour ?? defaultAccent).toLowerCase() === painted.accent &&
    baseFont === painted.baseFont &&
    headerFont === painted.headerFont
  )
}

/** Null if the server wrote no styles, or a script has replaced them. */
function paintedStyles(): Record<string, string> | null {
  const root = document.documentElement
  const [, declarations] = /:root\{([^}]*)\}/.exec(document.querySelector('head style')?.textContent ?? '') ?? []
  if (!declarations || root.style.length > 0) return null
  return Object.fromEntries(declarations.split(';').map((each) => /^([^:]*):(.*)$/.exec(each)?.slice(1) ?? []))
}
