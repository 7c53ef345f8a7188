import { type IsoDate, showDate } from '../../contract/dates.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import { nextReEnrolment } from '../../domain/eligibility/enrolment-assessment.rules.ts'
import { enrolmentFiguresOn, minimumFaults } from '../../domain/eligibility/minimum-contribution.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { valueFault } from '../../domain/selections/option-checks.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { increaseConsentFaults } from '../../domain/selections/yearly-increase.rules.ts'
import type { PersonRow } from '../../services/people/people-csv.rules.ts'
import type { BenefitUse, ImageUse } from './content-files.server.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { AccountsFile, ClientFile, SchemeYearFile } from '../../services/scheme/folder-format.ts'
import type { OpeningSelection, StatementEntry } from './opening-selections-file.server.ts'
import { allowanceFaults } from './flex-allowance-checks.server.ts'
import { priceFaults, rateFaults, type RateFile } from './rate-checks.server.ts'
import type { YamlPath, YamlFile } from '../../platform/yaml-file.ts'

/** The readable parts of a folder. Faults of the others are already reported. */
export type FolderParts = {
  today: IsoDate
  readOn: IsoDate
  fileNames: string[]
  isEarlier: boolean
  client: YamlFile<ClientFile> | undefined
  year: YamlFile<SchemeYearFile> | undefined
  benefits: YamlFile<BenefitDefinition>[]
  withdrawn: YamlFile<BenefitDefinition>[]
  rates: RateFile[]
  contentImages: ImageUse[]
  promotedBenefits: BenefitUse[]
  people: PersonRow[]
  emails: Set<string>
  accounts: YamlFile<AccountsFile> | undefined
  openings: OpeningSelection[]
  statements: StatementEntry[]
}

export function checkScheme(parts: FolderParts): SchemeFault[] {
  return [
    ...clientFaults(parts),
    ...yearFaults(parts),
    ...parts.rates.flatMap(rateFaults),
    ...parts.benefits.flatMap((benefit) => [
      ...benefitFaults(benefit, parts),
      ...(parts.year ? priceFaults(benefit, parts) : []),
    ]),
    ...parts.withdrawn.flatMap((benefit) => withdrawnFaults(benefit, parts)),
    ...enrolmentFaults(parts),
    ...imageFaults(parts.contentImages, parts),
    ...parts.promotedBenefits
      .filter(({ code }) => !parts.benefits.some(({ value }) => value.code === code))
      .filter(({ code }) => !parts.fileNames.includes(`benefits/${code}.yaml`))
      .map(({ file, line, code }) => ({ file, line, reason: `No benefit has the code "${code}"` })),
    ...accountFaults(parts),
    ...openingFaults(parts),
    ...parts.statements.flatMap(({ line, email, group }) => [
      ...unknownFault('statements.csv', line, email, parts.emails),
      ...(isGroup(group, parts)
        ? []
        : [{ file: 'statements.csv', line, reason: `No benefit belongs to the group "${group}"` }]),
    ]),
  ]
}

function clientFaults({ client, ...parts }: FolderParts): SchemeFault[] {
  if (client === undefined) return []
  const { addresses, theme } = client.value
  const used = [
    ...Object.entries(theme.logos).map(([name, image]) => ({ path: ['theme', 'logos', name], image })),
    ...(theme.avatarSet ? [{ path: ['theme', 'avatarSet', 'plain'], image: theme.avatarSet.plain }] : []),
    ...(theme.avatarSet?.choices ?? []).map(({ picture }, index) => ({
      path: ['theme', 'avatarSet', 'choices', index, 'picture'],
      image: picture,
    })),
  ]
  return [
    ...duplicates(client, ['addresses'], addresses),
    ...imageFaults(
      used.flatMap(({ path, image }) => (image ? [{ file: client.file, line: client.lineOf(path), image }] : [])),
      parts,
    ),
  ]
}

function yearFaults({ year, benefits, withdrawn, fileNames, today }: FolderParts): SchemeFault[] {
  if (year === undefined) return []
  const { from, to, windows, lifeEvents, payrolls, payrollFormats, rates } = year.value
  const unknownBenefits = (list: 'windows' | 'lifeEvents') =>
    year.value[list].flatMap((entry, index) =>
      (entry.benefits === 'all' ? [] : entry.benefits).flatMap((one, at) =>
        isBenefit(one, benefits, fileNames)
          ? []
          : [faultAt(year, [list, index, 'benefits', at], `There is no benefit "${one}"`)],
      ),
    )
  return [
    ...(resolveDay(to, today) > resolveDay(from, today)
      ? []
      : [faultAt(year, ['to'], 'The scheme year ends before it begins')]),
    ...duplicates(
      year,
      ['windows'],
      windows.map(({ code }) => code),
    ),
    ...duplicates(
      year,
      ['lifeEvents'],
      lifeEvents.map(({ code }) => code),
    ),
    ...duplicates(
      year,
      ['payrolls'],
      payrolls.map(({ code }) => code),
    ),
    ...duplicates(
      year,
      ['payrollFormats'],
      payrollFormats.map(({ code }) => code),
    ),
    ...duplicates(
      year,
      ['rates'],
      rates.map(({ code, effectiveFrom }) => `${code} from ${resolveDay(effectiveFrom, today)}`),
    ),
    ...windowFaults(year, today),
    ...unknownBenefits('windows'),
    ...unknownBenefits('lifeEvents'),
    ...payrollFaults(year),
    ...providerFaults(year, { benefits, withdrawn, fileNames }),
    ...allowanceFaults(year, { benefits, isKnown: (code) => isBenefit(code, benefits, fileNames) }),
    ...fileNames
      .filter((name) => name.startsWith('rates/') && !rates.some(({ file }) => file === name))
      .map((file) => ({ file, line: 1, reason: 'No entry of rates names this file' })),
  ]
}

function windowFaults(year: YamlFile<SchemeYearFile>, today: IsoDate): SchemeFault[] {
  const begins = Number(resolveDay(year.value.from, today).slice(0, 4))
  return year.value.windows.flatMap(({ cause, opens, closes, days, for: forYear = begins }, index) => {
    const fault = (reason: string, part?: string) => [
      faultAt(year, ['windows', index, ...(part ? [part] : [])], reason),
    ]
    if (forYear !== begins && forYear !== begins + 1)
      return fault(`A window is for the scheme year of its folder or the next: ${begins} or ${begins + 1}`, 'for')
    if (forYear !== begins && cause !== 'annual')
      return fault('Only a window of the cause annual can be for the next scheme year', 'for')
    if (cause === 'annual' || cause === 'granted') {
      if (opens === undefined || closes === undefined)
        return fault(`A window of the cause ${cause} needs opens and closes`)
    } else if ((cause === 'joiner' || cause === 'anniversary') && days === undefined) {
      return fault(`A window of the cause ${cause} needs days`)
    }
    const staysOpen =
      forYear !== begins && closes !== undefined && resolveDay(closes, today) > resolveDay(year.value.to, today)
    if (staysOpen)
      return fault('A window for the next scheme year that closes in it belongs in the folder of that year', 'closes')
    const reversed = opens !== undefined && closes !== undefined && resolveDay(closes, today) < resolveDay(opens, today)
    if (reversed) return fault('The window closes before it opens', 'closes')
    const isLate =
      forYear === begins && opens !== undefined && resolveDay(opens, today) > resolveDay(year.value.to, today)
    return isLate ? fault('The window opens when its scheme year is over', 'opens') : []
  })
}

function providerFaults(
  year: YamlFile<SchemeYearFile>,
  { benefits, withdrawn, fileNames }: Pick<FolderParts, 'benefits' | 'withdrawn' | 'fileNames'>,
): SchemeFault[] {
  // An unreadable benefit may name a provider, so providers are checked only if all benefits could be read.
  const read = [...benefits, ...withdrawn]
  const allRead = read.length === fileNames.filter((name) => /^(benefits|withdrawn)\//.test(name)).length
  const known = new Set(read.map(({ value }) => value.provider.name))
  const named = year.value.providerReports.map(({ provider }) => provider)
  return named.flatMap((provider, index) => {
    const fault = (reason: string) => [faultAt(year, ['providerReports', index, 'provider'], reason)]
    if (named.indexOf(provider) < index) return fault(`The provider "${provider}" is listed twice`)
    return known.has(provider) || !allRead ? [] : fault(`No benefit is of the provider "${provider}"`)
  })
}

function payrollFaults(year: YamlFile<SchemeYearFile>): SchemeFault[] {
  const { payrolls, payrollFormats } = year.value
  return payrolls.flatMap(({ format, frequency, payDay, firstPayDay }, index) => {
    const fault = (reason: string, part?: string) => faultAt(year, ['payrolls', index, ...(part ? [part] : [])], reason)
    const isMonthly = payFrequencies[frequency].interval === 'calendar-month'
    const fileName = payrollFormats.find(({ code }) => code === format)?.fileName ?? ''
    return [
      // A month can have two pay days, so the month alone does not make the name unique.
      ...(!isMonthly && fileName !== '' && !fileName.includes('{period}')
        ? [fault(`The file name of a ${frequency} payroll needs {period}, or two runs share a name`, 'format')]
        : []),
      ...(payrollFormats.some(({ code }) => code === format)
        ? []
        : [fault(`There is no payroll format "${format}"`, 'format')]),
      ...(isMonthly && payDay === undefined ? [fault(`A ${frequency} payroll needs payDay`)] : []),
      ...(!isMonthly && firstPayDay === undefined ? [fault(`A ${frequency} payroll needs firstPayDay`)] : []),
    ]
  })
}

function benefitFaults(benefit: YamlFile<BenefitDefinition>, parts: FolderParts): SchemeFault[] {
  const { benefits, year, fileNames } = parts
  const { code, related, notWith, image, changeIn } = benefit.value
  const fault = (path: YamlPath, reason: string) => faultAt(benefit, path, reason)
  const causes = new Set<string>([
    ...(year?.value.windows ?? []).map(({ cause }) => cause),
    ...((year?.value.lifeEvents.length ?? 0) > 0 ? ['life-event'] : []),
  ])
  const always = ['any-month', 'any-time', 'granted']
  return [
    ...(benefit.file === `benefits/${code}.yaml`
      ? []
      : [fault(['code'], `The code "${code}" must be the name of the file`)]),
    ...related.flatMap((one, index) =>
      isBenefit(one, benefits, fileNames) ? [] : [fault(['related', index], `There is no benefit "${one}"`)],
    ),
    ...notWith.flatMap((one, index) =>
      one !== code && isBenefit(one, benefits, fileNames)
        ? []
        : [fault(['notWith', index], `There is no other benefit "${one}"`)],
    ),
    ...(image === undefined
      ? []
      : imageFaults([{ file: benefit.file, line: benefit.lineOf(['image']), image }], parts)),
    ...changeIn.flatMap((cause, index) =>
      year === undefined || always.includes(cause) || causes.has(cause)
        ? []
        : [fault(['changeIn', index], `The scheme year has no window of the cause "${cause}"`)],
    ),
    ...(benefit.value.offeredTo?.payrolls ?? []).flatMap((one, index) =>
      year === undefined || year.value.payrolls.some((payroll) => payroll.code === one)
        ? []
        : [fault(['offeredTo', 'payrolls', index], `There is no payroll "${one}"`)],
    ),
    ...benefit.value.options.flatMap((option, index) =>
      option.kind !== 'people' ||
      !option.disabledDependantsStay ||
      year === undefined ||
      year.value.lifeEvents.some(({ type }) => type === 'disability')
        ? []
        : [
            fault(
              ['options', index, 'disabledDependantsStay'],
              'The scheme year has no life event of the type "disability", so nobody could send a document',
            ),
          ],
    ),
    ...[...increaseConsentFaults(benefit.value)].map(({ path, message }) => fault(path, message)),
    ...(benefit.value.ends === undefined
      ? []
      : [fault(['ends'], 'Only a benefit in withdrawn/ has ends: its last day')]),
  ]
}

/** At most one pension may enrol automatically, with the lawful minimum and a lawful re-enrolment date. */
function enrolmentFaults({ benefits, year, today }: FolderParts): SchemeFault[] {
  const enrolling = benefits.filter(({ value }) => value.autoEnrolment !== undefined)
  const figures = year && enrolmentFiguresOn(taxTables(), resolveDay(year.value.from, today))
  return enrolling.flatMap((benefit, index) => {
    const { reEnrolment, previousEnrolment } = benefit.value.autoEnrolment ?? {}
    const allowed = previousEnrolment === undefined ? undefined : nextReEnrolment(resolveDay(previousEnrolment, today))
    const day = reEnrolment === undefined ? undefined : resolveDay(reEnrolment, today)
    return [
      ...(index === 0
        ? []
        : [faultAt(benefit, ['autoEnrolment'], 'Another pension of this scheme enrols automatically')]),
      ...(figures
        ? [...minimumFaults(benefit.value, figures)].map(({ path, message }) => faultAt(benefit, path, message))
        : []),
      ...(allowed && day !== undefined && (day < allowed.from || allowed.to < day)
        ? [
            faultAt(
              benefit,
              ['autoEnrolment', 'reEnrolment'],
              `The re-enrolment date must be from ${showDate(allowed.from)} to ${showDate(allowed.to)} (regulation 12)`,
            ),
          ]
        : []),
    ]
  })
}

/** A withdrawn benefit has no rates and no window, because it gets no new members. */
function withdrawnFaults(benefit: YamlFile<BenefitDefinition>, { fileNames }: FolderParts): SchemeFault[] {
  const { code } = benefit.value
  return [
    ...(benefit.file === `withdrawn/${code}.yaml`
      ? []
      : [faultAt(benefit, ['code'], `The code "${code}" must be the name of the file`)]),
    ...(fileNames.includes(`benefits/${code}.yaml`)
      ? [faultAt(benefit, ['code'], `The benefit "${code}" is offered by benefits/${code}.yaml`)]
      : []),
  ]
}

function accountFaults({ accounts, emails }: FolderParts): SchemeFault[] {
  if (accounts === undefined) return []
  return Object.keys(accounts.value.named).flatMap((email) =>
    unknownFault(accounts.file, accounts.lineOf(['named', email]), email, emails),
  )
}

function openingFaults({ openings, emails, benefits, fileNames, accounts }: FolderParts): SchemeFault[] {
  const file = 'opening-selections.csv'
  const seen = new Map<string, number>()
  return openings.flatMap(({ line, email, benefit, values, people }) => {
    const fault = (reason: string) => ({ file, line, reason })
    const found = benefits.find(({ value }) => value.code === benefit)?.value
    const earlier = seen.get(`${email} ${benefit}`)
    seen.set(`${email} ${benefit}`, line)
    const family = accounts?.value.named[email]?.family ?? []
    return [
      ...unknownFault(file, line, email, emails),
      ...(earlier === undefined ? [] : [fault(`The selection is already in line ${earlier}`)]),
      ...(isBenefit(benefit, benefits, fileNames) ? [] : [fault(`There is no benefit "${benefit}"`)]),
      ...people
        .filter((name) => !family.some(({ firstName }) => firstName === name))
        .map((name) => fault(`${email} has no family member ${name}`)),
      ...(found ? choiceFaults(found, values).map(fault) : []),
    ]
  })
}

function choiceFaults({ options }: BenefitDefinition, values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const fault = valueFault(options, name, value)
    if (fault !== undefined) return [fault]
    const option = options.find(({ code }) => code === name)
    return option?.kind !== 'range' || (Number(value) >= Number(option.min) && Number(value) <= Number(option.max))
      ? []
      : [`${name} "${value}" is not between ${option.min} and ${option.max}`]
  })
}

function faultAt(file: YamlFile<unknown>, path: YamlPath, reason: string): SchemeFault {
  return { file: file.file, line: file.lineOf(path), reason }
}

function unknownFault(file: string, line: number, email: string, emails: Set<string>): SchemeFault[] {
  return emails.has(email) ? [] : [{ file, line, reason: `${email} is not among the people of people.csv` }]
}

/** All years share the newest year's pictures, so an old one may be missing. */
function imageFaults(
  uses: ImageUse[],
  { fileNames, isEarlier }: Pick<FolderParts, 'fileNames' | 'isEarlier'>,
): SchemeFault[] {
  if (isEarlier) return []
  return uses
    .filter(({ image }) => !fileNames.includes(image))
    .map(({ file, line, image }) => ({ file, line, reason: `There is no file ${image}` }))
}

/** A benefit with a faulty file counts as known, so that each mistake is reported once. */
function isBenefit(code: string, benefits: YamlFile<BenefitDefinition>[], fileNames: string[]): boolean {
  return benefits.some(({ value }) => value.code === code) || fileNames.includes(`benefits/${code}.yaml`)
}

function isGroup(group: string, { benefits, fileNames }: FolderParts): boolean {
  const unread = fileNames.filter((name) => name.startsWith('benefits/')).length > benefits.length
  return unread || benefits.some(({ value }) => value.groupCode === group)
}

function duplicates(file: YamlFile<unknown>, list: YamlPath, codes: string[]): SchemeFault[] {
  return codes.flatMap((code, index) =>
    codes.indexOf(code) === index
      ? []
      : [faultAt(file, [...list, index], `"${code}" is listed twice in ${list.join('.')}`)],
  )
}
