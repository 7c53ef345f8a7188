import { importsOf, type Source } from './sources.ts'

/** Allowed imports of each top folder. Areas in `features` have further rules. */
const allowed: Record<string, readonly string[]> = {
  contract: ['contract'],
  ui: ['contract', 'ui'],
  platform: ['contract', 'platform', 'database'],
  database: ['contract', 'database'],
  features: ['contract', 'ui', 'platform', 'database', 'features'],
  web: ['contract', 'ui', 'features', 'web'],
  server: ['contract', 'platform', 'database', 'features', 'server'],
}

type Side = 'both' | 'browser' | 'server'

/** Finds imports in the wrong direction. Each sentence gives the rule and the remedy. */
export function wrongImports(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((target) => {
      const why = whyWrong(source.path, target)
      return why ? [`${source.path} imports ${target}: ${why}`] : []
    }),
  )
}

function whyWrong(path: string, target: string): string | undefined {
  if (/\.(css|json|html)$/.test(target)) return undefined
  const [from = '', fromArea] = path.split('/')
  const [to = '', toArea] = target.split('/')
  if (!allowed[from]?.includes(to)) {
    return `${from}/ may import ${allowed[from]?.join(', ')} only. Move what is shared down, or pass it in.`
  }
  if (from !== 'features' && to !== 'features') return undefined
  const side = sideOf(path)
  const targetSide = sideOf(target)
  if (side !== 'both' && targetSide !== 'both' && side !== targetSide) {
    return 'browser and server files meet only in the contract.'
  }
  if (from === 'features' && side === 'both' && targetSide !== 'both') {
    return `a file of both sides imports a ${targetSide} file. Give it a suffix, or move the shared part.`
  }
  if (from !== 'features' || to !== 'features' || fromArea === toArea) return undefined
  // Any area may use session and theme. Any area may call the functions that write another area's table.
  if (/\.(contract|rules|queries)\.ts$/.test(target) || toArea === 'session' || toArea === 'theme') return undefined
  if (sharedWords.has(target)) return undefined
  return `an area imports another one's .contract, .rules and, on the server, .queries only; open its screens by name.`
}

/**
 * Modules that several areas share: the questions about a family member, next-year changes and leavers' balances on two
 * screens, the benefit definition, money rounding and derivations.
 */
const sharedWords = new Set([
  'features/family/MemberFields.tsx',
  'features/benefits/parts/AtLeaving.tsx',
  'features/benefits/parts/NextYearGroups.tsx',
  'features/benefits/definition/definition.ts',
  'features/benefits/definition/options.ts',
  'features/benefits/definition/decimal.ts',
  'features/benefits/pricing/methods.ts',
  'features/benefits/pricing/rate-table.ts',
  'features/benefits/pricing/method.ts',
  'features/benefits/pricing/money.ts',
  'features/benefits/pricing/trace.ts',
  'features/benefits/pricing/age.ts',
  'features/take-home/tax-table.ts',
  'features/benefits/parts/WhyThisPrice.tsx',
])

function sideOf(path: string): Side {
  if (/^(server|platform|database)\//.test(path)) return 'server'
  if (/^(web|ui)\//.test(path)) return 'browser'
  if (/\.(api|queries|jobs|server)\.ts$/.test(path)) return 'server'
  if (path.endsWith('.tsx') || /\/use-[^/]+\.ts$/.test(path)) return 'browser'
  return 'both'
}
