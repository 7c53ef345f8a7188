import { cacheTheme, pageData, applyTheme } from './use-theme.ts'

/** Uses the theme that the server wrote into the page; a page without one loads it here. */
export async function startTheme(): Promise<void> {
  const page = pageData()
  if (!page || page.themeFailed) return (await import('./use-loaded-theme.ts')).loadTheme(page)
  applyTheme(page.theme)
  cacheTheme(page.site, page.theme)
}
