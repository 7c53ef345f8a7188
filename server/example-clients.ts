import type { Kysely } from 'kysely'
import { join } from 'node:path'
import { linkPaths } from '../contract/link-paths.ts'
import { StartError } from '../database/start-error.ts'
import type { Database } from '../database/tables.ts'
import { applyScheme, type ApplyResult } from '../features/scheme/apply-scheme.server.ts'
import { writeExampleClient } from './example-past/write-example-client.ts'
import { showFault } from '../services/scheme/scheme-faults.ts'
import type { ServerSecret } from '../platform/key-ring.ts'
import { schemeSecrets } from '../features/session/scheme-secrets.server.ts'

const examples = join(import.meta.dirname, '../examples')

export const exampleClients = ['demo', 'plain', 'copperleaf'] as const
type ExampleClient = (typeof exampleClients)[number]

const pastFiles: Partial<Record<ExampleClient, string>> = {
  demo: join(examples, 'past/demo.yaml'),
  copperleaf: join(examples, 'past/copperleaf.yaml'),
}

export async function loadExampleClients(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  folders: Partial<Record<ExampleClient, string>> = {},
  { withPast = false, clients = exampleClients }: { withPast?: boolean; clients?: readonly ExampleClient[] } = {},
): Promise<ApplyResult[]> {
  const secrets = schemeSecrets(serverSecret, 'demo')
  const loaded: ApplyResult[] = []
  for (const client of clients) {
    const folder = folders[client] ?? join(examples, client)
    const file = withPast ? pastFiles[client] : undefined
    const result = await applyScheme(db, {
      folder,
      secrets,
      ...(file !== undefined && {
        write: async (tx, application) => writeExampleClient(tx, application, { folder, file }),
      }),
    })
    if ('faults' in result) {
      throw new StartError(`The example client ${client} has faults:\n${result.faults.map(showFault).join('\n')}`)
    }
    loaded.push(result.applied)
  }
  return loaded
}

const signIns: readonly [string, string][] = [
  ['amelia.hart@demo.example', 'employee with a partner and a child: the ordinary day'],
  ['grace.lin@demo.example', 'employer: approvals, payroll runs, reports'],
  ['henry.cole@demo.example', 'employer without insights'],
  ['ben.osei@demo.example', 'employee in probation: not everything is open yet'],
  ['isla.reid@demo.example', 'employee, Scottish taxpayer'],
  ['dan.murphy@demo.example', 'has not accepted the latest terms'],
  ['elif.kaya@demo.example', 'left, with a voucher balance'],
  [
    'carys.evans@demo.example',
    'two-factor authentication is on; npm run portal -- code carys.evans@demo.example is her phone',
  ],
  ['jack.stone@demo.example', 'disabled account'],
  ['max.plain@plain.example', 'employee of the plain client'],
  ['nora.plain@plain.example', 'employer of the plain client'],
]

type DemoAddress = { port: number; fixedSite: string }

const providerSignIns: readonly [string, string][] = [
  ['lena.fox@copperleaf.example', 'employer of Copperleaf'],
  ['kofi.mensah@copperleaf.example', 'employee of Copperleaf'],
]

type ProviderUrls = { hasOutbox: boolean; hasProvider: boolean }

export function demoInstructions(
  where: DemoAddress,
  loaded: readonly ApplyResult[],
  { hasOutbox, hasProvider }: ProviderUrls,
): string[] {
  const activations = loaded.flatMap(({ activationIds, addresses: [site = ''] }) =>
    Object.entries(activationIds).map(
      ([email, id]) => `  ${email.padEnd(31)} not activated yet: ${addressOf(site, where)}${linkPaths.activation(id)}`,
    ),
  )
  return [
    '',
    ...loaded.map(({ name, addresses: [site = ''] }) => `  ${name.padEnd(18)} ${addressOf(site, where)}`),
    ...(hasOutbox ? [`  ${'Mail they get'.padEnd(18)} ${addressOf(where.fixedSite, where)}/demo/outbox`] : []),
    '',
    '  Everyone signs in with the password Quartz&94Wren-Loft',
    ...signIns.map(line),
    ...(hasProvider
      ? ['', '  Single sign-on, through a provider that this demo runs:', ...providerSignIns.map(line)]
      : ['', '  Copperleaf cannot be tried: its identity provider needs the development packages (npm ci)']),
    ...activations,
    '',
  ]
}

function line([email, who]: readonly [string, string]): string {
  return `  ${email.padEnd(31)} ${who}`
}

function addressOf(site: string, { port, fixedSite }: DemoAddress): string {
  return site === fixedSite ? `http://localhost:${port}` : `http://${site}.localhost:${port}`
}
