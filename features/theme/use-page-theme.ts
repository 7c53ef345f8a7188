import { cacheTheme, pageData, applyTheme } from './use-theme.ts'

export async function startTheme(): Promise<void> {
  const page = pageData()
  if (!page || page.themeFailed) return (await import('./use-loaded-theme.ts')).loadTheme(page)
  applyTheme(page.theme)
  cacheTheme(page.site, page.theme)
}
