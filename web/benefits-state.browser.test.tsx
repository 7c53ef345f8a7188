import { useQueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SelectionId } from '../contract/ids.ts'
import {
  listBenefits,
  readBenefitTerms,
  readBenefitWithSelection,
  type BenefitView,
} from '../domain/selections/benefits.contract.ts'
import {
  cycleId,
  day,
  dentalId,
  sampleBenefitInForce,
  samplePrice,
  sampleBenefit,
  sampleSelection,
  sampleFirstDay,
  sampleTakeHome,
  valueField,
} from '../features/benefits/benefits.samples.ts'
import { useBenefitTerms } from '../features/benefit-parts/use-terms.ts'
import { useVoucherBalance } from '../features/benefits/use-my-vouchers.ts'
import { readMedicalQuestions } from '../features/medical/medical.contract.ts'
import { useMedicalQuestions } from '../features/medical/use-medical.ts'
import { askPartnerCosts, savePartnerSelection } from '../domain/selections/partners.contract.ts'
import { useConfirm } from '../features/benefit-setup/use-confirm.ts'
import { useQuote } from '../features/benefit-setup/use-quote.ts'
import { useSetup } from '../features/benefit-setup/use-setup.ts'
import { benefitKeys, useBenefit, useBenefits } from '../features/benefit-parts/use-benefits.ts'
import { signedIn } from '../features/session/session.samples.ts'
import { storeVouchersOnly, useVouchersOnly } from '../features/session/use-vouchers-only.ts'
import { useSession } from '../features/session/use-session.ts'
import { listContributions } from '../features/total-benefits/total-benefits.contract.ts'
import { useStatement } from '../features/total-benefits/use-total-benefits.ts'
import { readVoucherBalance } from '../features/vouchers/vouchers.contract.ts'
import { Answers, showScreen } from '../tests/harness/screen.tsx'

beforeEach(() => storeVouchersOnly(false))

const limits = { min: 100, max: 3000, step: 50 }
const begun = sampleSelection({
  // Different from the selection in the samples.
  selectionId: '5e1ec710-0000-4000-8000-000000000002' as SelectionId,
  benefitId: cycleId,
  status: 'draft',
  temporarySelection: true,
  values: { value: 1500 },
})
const travel = sampleBenefit({
  benefitId: cycleId,
  name: 'Travel insurance',
  setupFields: [valueField],
  beamSupported: true,
  beamPartnerValueLimits: limits,
  terms: [{ id: 'travel-terms', version: 2, accepted: true }],
  selection: begun,
})
const running = sampleSelection()
const dental = sampleBenefitInForce({ selection: running })
const terms = { 'travel-terms': { content: '<p>Cover abroad.</p>', version: 2, accepted: true } }
const questions = [{ id: 'treatment', question: 'Are you having treatment?', answer: null }]
const balance = { lastPaymentDate: day('2026-09-01'), balance: 312.5 }
const statements = [{ year: 2026, month: 10, employeeContribution: 4.96, employerContribution: 0 }]
const costs = samplePrice(4.96)
const chosen = sampleSelection({ benefitId: cycleId, status: 'active', version: 2 })

/** Shows each value of DATA-17 as the browser stores it. */
function State() {
  const benefit = useBenefit(cycleId)
  return benefit.data ? <SelectionWithHistory benefit={benefit.data} /> : 'Loading'
}

function SelectionWithHistory({ benefit }: { benefit: BenefitView }) {
  const { benefitId } = benefit
  const client = useQueryClient()
  const list = useBenefits()
  const products = list.data ?? []
  const setup = useSetup(benefit)
  const { confirm } = useConfirm(benefit, setup)
  const partner = useQuote(benefit, { values: setup.setupValues })
  const priced = client.getQueryCache().findAll({ queryKey: benefitKeys.quotes(benefitId) })
  const state = {
    products: Object.fromEntries(products.map((product) => [product.benefitId, product])),
    selections: Object.fromEntries(
      products.flatMap(({ selection }) => (selection ? [[selection.selectionId, selection]] : [])),
    ),
    ccvBalance: useVoucherBalance().data,
    setupValues: setup.setupValues,
    statements: useStatement(benefit.groupId).data,
    terms: useBenefitTerms(benefitId).data?.terms,
    questions: useMedicalQuestions(benefitId).data?.questions,
    status: list.status,
    beamSupportedBenefits: products.filter(({ beamSupported }) => beamSupported).map((product) => product.benefitId),
    beamCosts: partner.data?.price,
    beamCostRequestValues: priced.map(({ queryKey }) => queryKey[2]),
    beamPartnerValueLimits: benefit.beamPartnerValueLimits,
    wizardResult: setup.wizardResult,
    loadedBenefits: [cycleId, dentalId].filter((id) => client.getQueryData(benefitKeys.one(id)) !== undefined),
    benefitsLoaded: client.getQueryState(benefitKeys.list)?.status === 'success',
    ccvOnly: useVouchersOnly(({ ccvOnly }) => ccvOnly),
  }
  return (
    <>
      <button type="button" onClick={() => void confirm(4.96)}>
        Confirm
      </button>
      <output>{JSON.stringify(state)}</output>
    </>
  )
}

it('the browser stores loaded, entered, priced and confirmed data of benefits, each in its field [DATA-17]', async () => {
  useSession.setState(signedIn())
  const quote = {
    planDetails: [],
    effectiveFrom: day('2026-12-01'),
    firstDay: sampleFirstDay,
    reachesPay: 'This change reaches your pay in December 2026',
    takeHome: sampleTakeHome(-5),
    medicalQuestions: false,
    monthlyIfAccepted: null,
  }
  const answers = new Answers()
    .to(listBenefits, [travel, dental])
    .to(readBenefitWithSelection, travel)
    .to(readBenefitTerms, { terms })
    .to(readMedicalQuestions, { version: 'now', questions })
    .to(readVoucherBalance, balance)
    .to(listContributions, statements)
    .to(askPartnerCosts, { ...quote, costs, error: null })
    .to(savePartnerSelection, chosen)
  const { client } = await showScreen({ at: '/', screen: <State />, answers })
  await expect.poll(() => page.getByRole('status').query()?.textContent ?? '').toContain('"beamCosts"')
  await expect.poll(() => client.isFetching()).toBe(0)
  const state = () => JSON.parse(page.getByRole('status').element().textContent ?? '') as Record<string, unknown>
  const loaded = {
    products: { [cycleId]: travel, [dentalId]: dental },
    selections: { [begun.selectionId]: begun, [running.selectionId]: running },
    ccvBalance: balance,
    setupValues: { value: 1500 },
    statements,
    terms,
    questions,
    status: 'success',
    beamSupportedBenefits: [cycleId],
    beamCosts: costs,
    beamCostRequestValues: [{ values: { value: 1500 }, takeHomeSteps: false }],
    beamPartnerValueLimits: limits,
    wizardResult: null,
    loadedBenefits: [cycleId],
    benefitsLoaded: true,
    ccvOnly: false,
  }
  await expect.poll(state).toEqual(loaded)

  storeVouchersOnly(true)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => state()['wizardResult']).toEqual({ outcome: 'success', selection: chosen })
  expect(state()['ccvOnly']).toBe(true)
})
