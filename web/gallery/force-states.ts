/** Shows hover and focus styles permanently inside `[data-force]`, by copying every `:hover` and `:focus` rule. */
export function forceStates(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([...document.styleSheets].flatMap((each) => [...each.cssRules].map(forced)).join('\n'))
  document.adoptedStyleSheets = [sheet]
}

const stands: readonly (readonly [RegExp, string])[] = [
  [/:hover\b/g, ":is([data-force~='hover'] *)"],
  [/:focus-within\b/g, ":is([data-force~='focus'] *)"],
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
