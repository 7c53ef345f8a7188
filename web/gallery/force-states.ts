/**
 * Lets a state that only a pointer or the keyboard brings about be looked at: every rule of the page's sheets that
 * speaks of `:hover` or of focus is written once more for what stands inside `[data-force]`.
 */
export function forceStates(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([...document.styleSheets].flatMap((each) => [...each.cssRules].map(forced)).join('\n'))
  document.adoptedStyleSheets = [sheet]
}

const stands: readonly (readonly [RegExp, string])[] = [
  [/:hover\b/g, ":is([data-force~='hover'] *)"],
  [/:focus-within\b/g, ":is([data-force~='focus'] *)"],
  // What can have the focus, and not the words inside it.
  [/:focus(?:-visible)?\b/g, ":is([data-force~='focus'] :is(a, button, input, select, textarea, summary))"],
]

function forced(rule: CSSRule): string {
  if (rule instanceof CSSStyleRule) {
    const selector = stands.reduce((text, [state, stand]) => text.replaceAll(state, stand), rule.selectorText)
    return selector === rule.selectorText ? '' : `${selector} { ${rule.style.cssText} }`
  }
  if (!(rule instanceof CSSGroupingRule)) return ''
  const inside = [...rule.cssRules].map(forced).join('\n')
  const head = rule.cssText.slice(0, rule.cssText.indexOf('{'))
  return inside.trim() && `${head} { ${inside} }`
}
