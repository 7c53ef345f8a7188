import { join } from 'node:path'
import { londonDate } from '../contract/dates.ts'
import { asStartError } from '../database/postgres.ts'
import { StartError } from '../database/start-error.ts'
import { isOperatorName } from '../features/audit/operator.rules.ts'
import { invite } from '../features/activation/invite.server.ts'
import { showFault, type SchemeFault } from '../services/scheme/scheme-faults.ts'
import { endMasquerades, masquerade } from '../features/masquerade/operator-commands.server.ts'
import { darkLogoWarnings, logoWarnings } from '../features/scheme/logo-checks.server.ts'
import { readScheme, type Scheme } from '../features/scheme/read-scheme.server.ts'
import { colourCorrections, schemeWarnings } from '../features/scheme/scheme-warnings.server.ts'
import { applyScheme, type ApplyResult } from '../features/scheme/apply-scheme.server.ts'
import { generateClient } from '../bench/generate/generate.server.ts'
import { listOrEndSessions, showSessions, type SessionsCommand } from '../features/session/operator-commands.server.ts'
import { schemeSecrets } from '../features/session/scheme-secrets.server.ts'
import { unlinkSignOn } from '../features/single-sign-on/unlink-sign-on.server.ts'
import { currentCode } from '../features/two-factor/check-code.server.ts'
import { withDatabase } from '../server/with-database.ts'
import { readConfig, type Config } from '../server/config.ts'
import { portalOrigins } from '../server/portal-origins.ts'
import { hasLost, rotateKeys, rotationReport } from '../server/rotate-keys.ts'
import { fail, print } from './portal/output.ts'
import { auditCommand, auditUsage } from './portal/audit.ts'
import { changeEmail, changeEmailUsage } from './portal/change-email.ts'
import { checkDataUsage, checkDerivedData } from './portal/check-data.ts'
import { distributeDatabase, distributeUsage } from './portal/distribute.ts'
import { evidenceCommand, evidenceUsage } from './portal/evidence.ts'
import { explainBenefit, explainUsage } from './portal/explain.ts'
import { exportClient, exportUsage } from './portal/export.ts'
import { leaversCommand, leaversUsage } from './portal/leavers.ts'
import { mailsCommand, mailsUsage } from './portal/mails.ts'
import { medicalCommand, medicalUsage } from './portal/medical.ts'
import { planFolder, planUsage } from './portal/plan.ts'
import { ratesCommand, ratesUsage } from './portal/rates.ts'
import { resetLostTwoFactor, resetTwoFactorUsage } from './portal/reset-two-factor.ts'
import { simulateFolder, simulateUsage } from './portal/simulate.ts'
import { parseArguments, textOption } from './portal/arguments.ts'

const exampleFolder = join(import.meta.dirname, '../examples/demo')

const usage = `Usage:
  npm run portal -- check <folder>   lists the faults of a scheme folder by file and line; changes nothing
  npm run portal -- apply <folder> [--as <operator>]
                                     applies a scheme folder; with faults it changes nothing; production needs the
                                     name, for the audit, here and below
${exportUsage}
${leaversUsage}
${planUsage}
${explainUsage}
${evidenceUsage}
${medicalUsage}
${simulateUsage}
${ratesUsage}
${checkDataUsage}
${auditUsage}
${mailsUsage}
${resetTwoFactorUsage}
${distributeUsage}
  npm run portal -- rotate-keys      encrypts again, with the newest secret; the portal can serve meanwhile
  npm run portal -- code <email>     shows the current code of an example person's app; in demo mode only
  npm run portal -- invite <email> [--client <name>] [--as <operator>]
                                     mails a new activation link to a person without an active account
${changeEmailUsage}
  npm run portal -- masquerade <email> --as <operator> --reason <why> [--year <number>] [--client <name>]
                                     prints an address that opens the portal as a person, once, within a minute;
                                     employers can read the reason: give a ticket number, nothing about the person
  npm run portal -- end-masquerades <operator>
                                     ends the views and unused addresses of an operator, at once
  npm run portal -- sessions <email> [--as <operator>]
                                     lists the sessions of a person
  npm run portal -- end-sessions <email> [<session>] [--as <operator>]
                                     ends all sessions of a person, or one of the list, at once
  npm run portal -- unlink-sign-on <email> [--as <operator>]
                                     removes a person's link to the identity provider, and ends their sessions
  npm run portal -- generate --client <name> --people <number> [--seed <number>]
                                     creates a client with invented people, for tests and measurements; the same seed gives the same people`

const partial =
  'The scheme and other people were applied. The data of these have changed meanwhile: correct the folder and apply it again.'

/** Each command returns undefined for invalid arguments. */
const commands: ReadonlyMap<string, (words: string[]) => Promise<number | undefined>> = new Map(
  Object.entries({
    audit: auditCommand,
    'check-data': checkDerivedData,
    evidence: evidenceCommand,
    explain: explainBenefit,
    export: exportClient,
    generate,
    leavers: leaversCommand,
    mails: mailsCommand,
    medical: medicalCommand,
    plan: planFolder,
    rates: ratesCommand,
    'reset-two-factor': resetLostTwoFactor,
    simulate: simulateFolder,
  }),
)

async function main([command = '', folder, ...words]: string[]): Promise<number> {
  const { operator, rest } = commandsByName.has(command) ? operatorIn(words) : { operator: undefined, rest: words }
  if (operator !== undefined && !isOperatorName(operator)) return usageError()
  if (command === 'help' || command === '--help') return print(usage)
  const run = commands.get(command)
  if (run) return (await run(folder === undefined ? [] : [folder, ...rest])) ?? usageError()
  if (command === 'invite' && folder !== undefined) return sendInvitation(folder, rest, operator)
  if (command === 'change-email' && folder !== undefined)
    return (await changeEmail([folder, ...rest], { config: await configFor(operator), operator })) ?? usageError()
  if (command === 'masquerade' && folder !== undefined) return viewAs(folder, rest)
  if (command === 'end-masquerades' && folder !== undefined && rest.length === 0) return endViews(folder)
  if (command === 'distribute' && folder === undefined) return distributeDatabase()
  if (command === 'rotate-keys' && folder === undefined) {
    const config = await readConfig(process.env)
    const rotated = await withDatabase(config, (db) => rotateKeys(db, config.serverSecret))
    return hasLost(rotated) ? fail(rotationReport(rotated)) : print(rotationReport(rotated))
  }
  if (command === 'sessions' && folder !== undefined && rest.length === 0)
    return sessions({ email: folder, end: 'none', operator })
  if (command === 'end-sessions' && folder !== undefined && rest.length <= 1)
    return sessions({ email: folder, end: rest[0] ?? 'all', operator })
  if (folder === undefined || rest.length > 0) return usageError()
  if (command === 'unlink-sign-on') return unlink(folder, operator)
  if (command === 'code') return showCode(folder)
  if (command === 'check') {
    const read = await readScheme(folder, londonDate(new Date()))
    if ('faults' in read) return fail(listed(read.faults))
    const { client, images, benefits } = read.scheme
    const warnings = [
      ...schemeWarnings(read.scheme),
      ...darkLogoWarnings(client.value.theme),
      ...(await logoWarnings(client.value.theme, images)),
    ]
    return print(
      [
        ...warnings.map((warning) => `Warning: ${showFault(warning)}`),
        ...colourCorrections(client).map((correction) => `Corrected: ${showFault(correction)}`),
        `${folder} has no faults: ${benefits.length} benefits, ${peopleIn(read.scheme)} people.`,
      ].join('\n'),
    )
  }
  if (command === 'apply') {
    const config = await configFor(operator)
    const outcome = await withDatabase(config, (db) =>
      applyScheme(db, { folder, operator, secrets: schemeSecrets(config.serverSecret, config.mode) }),
    )
    return 'faults' in outcome
      ? fail(`${listed(outcome.faults)}\n${outcome.isPartial ? partial : 'Nothing was changed.'}`)
      : print(showApplied(outcome.applied))
  }
  return usageError()
}

const commandsByName = new Set(['apply', 'change-email', 'invite', 'sessions', 'end-sessions', 'unlink-sign-on'])

function operatorIn(words: readonly string[]): { operator: string | undefined; rest: string[] } {
  const at = words.indexOf('--as')
  return at < 0
    ? { operator: undefined, rest: [...words] }
    : { operator: words[at + 1] ?? '', rest: words.toSpliced(at, 2) }
}

async function configFor(operator: string | undefined): Promise<Config> {
  const config = await readConfig(process.env)
  if (config.mode === 'production' && operator === undefined)
    throw new StartError('Please give your name, for the audit: --as <operator>.')
  return config
}

function usageError(): number {
  const [command = ''] = process.argv.slice(2)
  const ways = usage
    .split(/\n(?= {2}npm run portal)/)
    .filter((way) => way.startsWith(`  npm run portal -- ${command} `))
  return fail(ways.length === 0 ? usage : ['Usage:', ...ways].join('\n'))
}

function peopleIn({ people, history }: Scheme): number {
  const emails = new Set(people.map(({ email }) => email))
  for (const { value } of history?.lines('people') ?? []) emails.add(value.email)
  return emails.size
}

async function showCode(email: string): Promise<number> {
  const config = await readConfig(process.env)
  if (config.mode !== 'demo') return fail('Codes of other people are shown in demo mode only.')
  const code = await withDatabase(config, (db) => currentCode(db, config.serverSecret, email))
  return code
    ? print(code)
    : fail(`No person of the example clients has two factor authentication and the address ${email}.`)
}

async function sendInvitation(
  email: string,
  [option, client, ...more]: string[],
  operator: string | undefined,
): Promise<number> {
  const isRight = option === undefined || (option === '--client' && client !== undefined && more.length === 0)
  if (!isRight) return usageError()
  const config = await configFor(operator)
  const invitation = await withDatabase(config, (db) => invite(db, config.serverSecret, { email, client, operator }))
  switch (invitation.step) {
    case 'sent':
      return print(`A link to activate the account of ${email} at ${invitation.client} is in the mail.`)
    case 'nobody':
      return fail(`No account has the address ${email}${client === undefined ? '' : ` at ${client}`}.`)
    case 'several':
      return fail(`${invitation.clients.join(', ')} know ${email}: name one of them with --client.`)
    case 'not-invited':
      return fail(`The account of ${email} at ${invitation.client} does not wait to be activated.`)
    case 'single-sign-on':
      return fail(`People of ${invitation.client} log in through their organisation; there is nothing to activate.`)
    case 'left':
      return fail(`${email} has left ${invitation.client}, and can no longer log in.`)
  }
}

async function viewAs(email: string, words: string[]): Promise<number> {
  const asked = viewRequest(words)
  if (!asked) return usageError()
  const config = await readConfig(process.env)
  const outcome = await withDatabase(config, (db) => masquerade(db, config.serverSecret, { email, ...asked }))
  switch (outcome.step) {
    case 'granted':
      return print(
        `${portalOrigins(config)(outcome.site)}${outcome.path}\n` +
          `opens ${outcome.client} as ${email} for scheme year ${outcome.schemeYear}, once, within a minute. Everything you do there is recorded under your name.`,
      )
    case 'nobody':
      return fail(`No account has the address ${email}.`)
    case 'several':
      return fail(`${email} has accounts at ${outcome.clients.join(', ')}: name one of them with --client.`)
    case 'not-in-use':
      return fail(`The account of ${email} at ${outcome.client} is not in use, so it cannot be viewed.`)
    case 'another-year':
      return fail(`Only the current scheme year of ${outcome.client} can be viewed: ${outcome.schemeYear}.`)
  }
}

function viewRequest(words: string[]) {
  const parsed = parseArguments(words, { as: textOption, reason: textOption, year: textOption, client: textOption })
  if (!parsed || parsed.positionals.length > 0) return undefined
  const { as: operator = '', reason = '', year, client } = parsed.values
  const right =
    isOperatorName(operator) && /^\P{Cc}{3,500}$/u.test(reason.trim()) && (year === undefined || /^\d{4}$/.test(year))
  return right
    ? { operator, reason: reason.trim(), client, year: year === undefined ? undefined : Number(year) }
    : undefined
}

async function endViews(operator: string): Promise<number> {
  const config = await readConfig(process.env)
  const ended = await withDatabase(config, (db) => endMasquerades(db, operator))
  return print(`${ended.length} ${ended.length === 1 ? 'view' : 'views'} of ${operator} ended.`)
}

async function sessions(whose: SessionsCommand): Promise<number> {
  const config = await configFor(whose.operator)
  const found = await withDatabase(config, (db) => listOrEndSessions(db, whose))
  if (!found) return fail(`No account has the address ${whose.email}.`)
  const isMissing = whose.end !== 'all' && whose.end !== 'none' && found.length === 0
  if (isMissing) return fail(`${whose.email} has no open session ${whose.end}.`)
  return print(showSessions(found, whose.end === 'none' ? 'open' : 'ended'))
}

async function unlink(email: string, operator: string | undefined): Promise<number> {
  const config = await configFor(operator)
  const unlinked = await withDatabase(config, (db) => unlinkSignOn(db, { email, operator }))
  if (!unlinked) return fail(`No account has the address ${email}.`)
  const { providers, sessions } = unlinked
  if (providers.length === 0) return fail(`${email} is not linked to an identity provider.`)
  return print(`Unlinked from ${providers.join(', ')}; ${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended.`)
}

async function generate(words: string[]): Promise<number | undefined> {
  const asked = clientRequest(words)
  if (!asked) return undefined
  const config = await readConfig(process.env)
  if (config.mode === 'production') return fail('People are not invented in production.')
  const started = performance.now()
  const outcome = await withDatabase(config, (db) =>
    generateClient(db, { ...asked, folder: exampleFolder, secrets: schemeSecrets(config.serverSecret, config.mode) }),
  )
  if ('faults' in outcome) return fail(listed(outcome.faults))
  if ('taken' in outcome) return fail(`A client called ${outcome.taken} already exists.`)
  const { employer, counts } = outcome.generated
  const made = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return print(`${asked.client}: ${made.join(', ')} in ${seconds} s. ${employer} signs in as an employer.`)
}

function clientRequest(words: string[]): { client: string; people: number; seed: number } | undefined {
  const parsed = parseArguments(words, {
    client: textOption,
    people: textOption,
    seed: { type: 'string', default: '1' },
  })
  if (!parsed || parsed.positionals.length > 0) return undefined
  const { client = '', people = '', seed } = parsed.values
  const right = /^[a-z0-9][a-z0-9-]{0,62}$/.test(client) && /^[1-9]\d{0,6}$/.test(people) && /^\d{1,9}$/.test(seed)
  return right ? { client, people: Number(people), seed: Number(seed) } : undefined
}

function showApplied({ name, addresses, changes, activationIds, historyLeft }: ApplyResult): string {
  const changed = Object.entries(changes).filter(([, count]) => count > 0)
  const what =
    changed.length === 0 ? 'nothing to change' : changed.map(([kind, count]) => `${kind} ${count}`).join(', ')
  const ids = Object.entries(activationIds).map(([email, id]) => `\n  ${email} activates with ${id}`)
  const left =
    historyLeft === 0
      ? ''
      : `\n  The history of ${historyLeft} people was ignored, because the client already exists and its people keep their own.`
  return `${name} (${addresses.join(', ')}): ${what}.${ids.join('')}${left}`
}

function listed(faults: SchemeFault[]): string {
  return faults.map(showFault).join('\n')
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (thrown) {
  const error = asStartError(thrown)
  if (!(error instanceof StartError)) throw error
  process.exitCode = fail(error.message)
}
