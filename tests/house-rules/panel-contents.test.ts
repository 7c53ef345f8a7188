import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { panels, type PanelName } from '../../contract/panels.ts'
import { errorMessages, formMessages } from '../../contract/messages.ts'
import { root } from './sources.ts'

/** Tests that open each panel, and our names for the fields and contents that Annex C describes. */
const triedIn: Record<PanelName, { tests: readonly string[]; fields: readonly string[] }> = {
  statement: {
    tests: ['features/total-benefits/total-benefits.browser.test.tsx'],
    fields: ['month', 'year', 'employeeContribution', 'employerContribution'],
  },
  'add-family-member': {
    tests: ['features/family/family-panel.browser.test.tsx'],
    fields: ['Title', 'First name', 'Surname', 'Date of birth', 'Sex', 'Relationship', 'Full time education'],
  },
  terms: { tests: ['features/content/new-terms.browser.test.tsx'], fields: ['Terms', 'Privacy'] },
  'benefit-terms': { tests: ['features/benefits/benefits.browser.test.tsx'], fields: ['content', 'version'] },
  'make-a-claim': { tests: ['features/benefits/benefits.browser.test.tsx'], fields: ['tel:', 'mailto:', '/claim'] },
  'change-password': {
    tests: ['features/password/password.browser.test.tsx'],
    fields: ['Current password', 'New password', 'Confirm new password', 'All requirements met'],
  },
  'add-life-event': {
    tests: ['features/life-events/life-event-panel.browser.test.tsx'],
    fields: ['Birth of a child', 'Date of the event', 'First name', 'Surname'],
  },
  'opt-out': {
    tests: ['features/benefits/benefits.browser.test.tsx', 'tests/journeys/choosing.journey.ts'],
    fields: ['endDate'],
  },
  'upload-data': {
    tests: ['features/data-uploads/data-uploads.browser.test.tsx'],
    fields: [],
  },
  'payroll-report': {
    tests: ['features/reports/reports.browser.test.tsx'],
    fields: ['Year', 'Month', 'label', 'timestamp', 'checkbox'],
  },
  'provider-report': {
    tests: ['features/reports/reports.browser.test.tsx'],
    fields: ['Year', 'Month', 'Provider', 'providerName'],
  },
  'lifeevent-report': { tests: ['features/reports/reports.browser.test.tsx'], fields: ['Year', 'closed'] },
  'medical-questions': { tests: ['features/benefit-setup/medical.browser.test.tsx'], fields: ['Yes', 'No'] },
  'view-employee-data': {
    tests: ['features/employees/employees.browser.test.tsx', 'features/employees/ViewAsEmployee.browser.test.tsx'],
    fields: ['Date of birth', 'Employment status', 'Start date', 'Selections', 'Your password'],
  },
  'view-benefit-takeup-detail': { tests: ['features/take-up/take-up.browser.test.tsx'], fields: [] },
  'view-approvals-data': {
    tests: ['features/approvals/approvals.browser.test.tsx'],
    fields: ['Select all', 'Employee'],
  },
  'two-fa-qr': { tests: ['features/two-factor/two-factor-panels.browser.test.tsx'], fields: ['QR'] },
  'two-fa-disable': { tests: ['features/two-factor/two-factor-panels.browser.test.tsx'], fields: ['reason'] },
  'two-fa-code': { tests: ['features/two-factor/two-factor-panels.browser.test.tsx'], fields: ['password'] },
}

const requirements = readFileSync(join(root, 'docs/spec/requirements.md'), 'utf8')
const [, annexC = ''] = /^# Annex C(.*?)^# Annex D/ms.exec(requirements) ?? []
const rows = Array.from(
  annexC.matchAll(/^\| C\d\d \| `([^`]+)` \|[^|]*\|(.*)\|$/gm),
  ([, name = '', contents = '']) => ({
    // A row that names an unknown panel fails below.
    name: name as PanelName,
    words: wordsOf(contents),
  }),
)

describe('contents of the panels', () => {
  it('are given for each panel by Annex C', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(panels))
  })

  it.each(rows)('of $name are checked by its tests: fields, buttons and wording', ({ name, words }) => {
    const { tests, fields } = triedIn[name]
    // The relationship follows from the kind of life event, so that form does not ask for it.
    const wanted = [...words, ...fields].filter(
      (word) => !(name === 'add-life-event' && word === 'Relationship is required'),
    )
    const said = tests
      .map((path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''))
      .join('\n')
    expect(wanted.filter((word) => !said.includes(word))).toEqual([])
  })
})

/** Texts quoted in a row, with references replaced by their texts. */
function wordsOf(contents: string): string[] {
  const named = [
    ['eneric failure', errorMessages.retryLater],
    ['required', formMessages.required],
    ['the text of TERMS-14', quoted(requirement('TERMS-14'))[0] ?? ''],
  ] as const
  const familyWords = contents.includes('messages of FAMILY-11') ? quoted(requirement('FAMILY-11')) : []
  return [
    ...quoted(contents),
    ...familyWords,
    ...named.flatMap(([name, words]) => (new RegExp(`(^|[ |;])[gG]?${name}`).test(contents) ? [words] : [])),
  ]
}

function quoted(text: string): string[] {
  return Array.from(text.matchAll(/'([^']+)'/g), ([, words = '']) => words)
}

function requirement(number: string): string {
  return new RegExp(`\\*\\*${number}\\*\\*.*`).exec(requirements)?.[0] ?? ''
}
