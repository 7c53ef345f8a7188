import { resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../database/start-error.ts'
import type { TaxTable } from '../domain/tax/tax-table.ts'
import { readTaxTables } from '../services/payroll/tax-tables.queries.ts'
import { themeDefaults, type ThemeDefaults } from '../services/theme/theme.rules.ts'
import type { CaptchaSettings } from '../platform/captcha/captcha.ts'
import type { Mode } from '../platform/app-context.ts'
import { type CostEngineSettings, readCostEngineSettings } from './cost-engine-settings.ts'
import { captchaProviders, readCaptchaSettings } from './captcha-settings.ts'
import { readMailSettings, type MailSettings } from './mail-settings.ts'
import { findServerSecret, withSecretFiles } from './secrets.ts'

export type Config = {
  mode: Mode
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  databaseAppUrl: string | undefined
  preparedStatements: boolean
  /** Whether the example clients of a demo get a history of ten months. */
  examplePast: boolean
  fixedSite: string
  trustedHops: number
  /** True behind TLS. Responses then have HSTS. */
  https: boolean
  allowedOrigins: string[]
  /** Where to report security holes. Default: the support address. */
  securityContact: string | undefined
  /** True if the API description is served at /api/docs. Default: outside production only (S-86). */
  showsManual: boolean
  logLevel: string
  /** Server secrets: the current one first, then older ones during a change. */
  serverSecret: Buffer[]
  themeDefaults: ThemeDefaults
  iconsUrl: string | undefined
  /** Hosts of the API. Default: the page's own (API-08). */
  apiHosts: { api?: string; v1?: string }
  /** 'web' serves requests, 'worker' runs background work, 'all' does both. */
  role: 'all' | 'web' | 'worker'
  mail: MailSettings
  /** Address of the portal, with `{site}` for the client's name. Default: this machine (S-13). */
  portalUrl: string | undefined
  /** First part of the path to the benefits provider's hub (SSO-14). */
  providerName: string
  captcha: CaptchaSettings
  /** Tax tables of the portal and of the extra folder; undefined without an extra folder. */
  taxTables: readonly TaxTable[] | undefined
  costEngine: CostEngineSettings | undefined
  clock: Date | undefined
}

const portRange = 'must be a whole number from 0 to 65535'

const isOrigin = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text

const hostName = z
  .string()
  .refine(
    (text) => isOrigin(text.replace('{site}', 'demo')),
    'must be an origin such as https://{site}.api.example.com',
  )
  .optional()

const isSecure = (portalUrl: string | undefined): boolean => portalUrl !== undefined && /^https:\/\//i.test(portalUrl)

const environment = z.object({
  MODE: z.enum(['demo', 'production', 'test']).default('demo'),
  PORT: z.coerce.number(portRange).int(portRange).min(0, portRange).max(65535, portRange).default(3000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_APP_URL: z.string().min(1).optional(),
  PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  EXAMPLE_PAST: z.enum(['on', 'off']).default('on'),
  FIXED_SITE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('demo'),
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  HTTPS: z.enum(['on', 'off']).optional(),
  API_DOCS: z.enum(['on', 'off']).optional(),
  ALLOWED_ORIGINS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((origins) => origins.every(isOrigin), 'must list origins such as https://benefits.example.com')
    .default([]),
  DEFAULT_BRAND: z.string().default(themeDefaults.brand),
  DEFAULT_SUPPORT_NUMBER: z.string().nullable().default(themeDefaults.supportNumber),
  DEFAULT_SUPPORT_EMAIL: z.email('must be an email address').default(themeDefaults.supportEmail),
  ICONS_URL: z
    .string()
    .regex(/^(https:\/\/|\/(?!\/))[^\s;,]+$/, 'must be an https address or a path of the portal')
    .optional(),
  SECURITY_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ })], 'must be an email or https address')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
  API_HOST: hostName,
  API_V1_HOST: hostName,
  SERVER_SECRET: z.string().optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  PORTAL_URL: hostName,
  MAIL: z.enum(['on', 'off']).default('on'),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  MAIL_FROM_NAME: z
    .string()
    .regex(/^[^\p{Cc}]+$/u, 'must be one line')
    .optional(),
  PROVIDER_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'must be a short name of small letters and digits')
    .default('hub'),
  CAPTCHA_PROVIDER: z.enum(captchaProviders).default('proof-of-work'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_ADDRESS: z.string().optional(),
  COST_ENGINE_URL: z.string().optional(),
  COST_ENGINE_KEY: z.string().min(1).optional(),
  TAX_TABLES: z.string().min(1).optional(),
  CLOCK: z.iso.datetime('must be a moment such as 2026-11-16T09:00:00Z').optional(),
})

/** Throws a StartError for the first wrong setting. With `serves`, mail settings are required. */
export async function readConfig(
  from: NodeJS.ProcessEnv,
  { serves = false }: { serves?: boolean } = {},
): Promise<Config> {
  const parsed = environment.safeParse(await withSecretFiles(from))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartError(`The setting ${issue?.path.join('.')} cannot be used: ${issue?.message}.`)
  }
  const settings = parsed.data
  if (settings.CLOCK && settings.MODE === 'production') {
    throw new StartError('CLOCK moves the clock of a demo or a test; production runs on the real one. Remove it.')
  }
  const taxTables = settings.TAX_TABLES === undefined ? undefined : readTaxTables(settings.TAX_TABLES)
  const dataDir = resolve(settings.DATA_DIR)
  return {
    mode: settings.MODE,
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    databaseAppUrl: settings.DATABASE_APP_URL,
    preparedStatements: settings.PREPARED_STATEMENTS === 'on',
    examplePast: settings.EXAMPLE_PAST === 'on',
    fixedSite: settings.FIXED_SITE,
    trustedHops: settings.TRUSTED_HOPS,
    https: settings.HTTPS === undefined ? isSecure(settings.PORTAL_URL) : settings.HTTPS === 'on',
    allowedOrigins: settings.ALLOWED_ORIGINS,
    showsManual: (settings.API_DOCS ?? (settings.MODE === 'production' ? 'off' : 'on')) === 'on',
    logLevel: settings.LOG_LEVEL ?? (settings.MODE === 'production' ? 'info' : 'warn'),
    serverSecret: await findServerSecret({ mode: settings.MODE, dataDir, given: settings.SERVER_SECRET }),
    themeDefaults: {
      brand: settings.DEFAULT_BRAND,
      supportNumber: settings.DEFAULT_SUPPORT_NUMBER,
      supportEmail: settings.DEFAULT_SUPPORT_EMAIL,
    },
    iconsUrl: settings.ICONS_URL,
    apiHosts: {
      ...(settings.API_HOST && { api: settings.API_HOST }),
      ...(settings.API_V1_HOST && { v1: settings.API_V1_HOST }),
    },
    role: settings.ROLE,
    mail: readMailSettings(settings, { dataDir, serves }),
    portalUrl: settings.PORTAL_URL,
    securityContact: settings.SECURITY_CONTACT,
    providerName: settings.PROVIDER_NAME,
    captcha: readCaptchaSettings(settings),
    costEngine: readCostEngineSettings(settings),
    taxTables,
    clock: settings.CLOCK ? new Date(settings.CLOCK) : undefined,
  }
}
