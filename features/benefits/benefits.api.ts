import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Handler, handle } from '../../platform/handle.ts'
import {
  acceptBenefitTerms,
  changedMeanwhile,
  listBenefitFaqs,
  listBenefitFilters,
  listBenefits,
  listRelatedBenefits,
  readAllowedActions,
  readBenefit,
  readBenefitSelection,
  readBenefitTerms,
  readBenefitWithSelection,
  readLastYear,
} from '../../domain/selections/benefits.contract.ts'
import { benefitViewMessages } from '../../services/benefits/benefit-view.messages.ts'
import { benefitView, allowedActionNames, relatedBenefits } from '../../services/benefits/benefit-view.server.ts'
import { insertTermsAcceptance } from '../../services/my-benefits/benefit-terms.queries.ts'
import { requireEmployed } from '../../services/benefits/choosing.server.ts'
import { benefitCategory } from '../../domain/definition/definition.ts'
import { handleForCaller } from '../../services/my-benefits/handle-for-caller.server.ts'
import { readBenefitStatus, benefitStatusById } from '../../services/my-benefits/my-benefit.server.ts'
import { selectionView } from '../../services/benefits/selection-view.server.ts'
import { visibleBenefits, benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import type { PartnersEngine } from '../../services/benefits/partner-requests.server.ts'
import { selectionVersionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import { lastYearOf } from './last-year.server.ts'
import { benefitTerms } from '../../services/benefits/benefit-terms.server.ts'

export const benefitHandlers = (engine: PartnersEngine): Handler[] => [
  handleForCaller(listBenefits, (scheme) =>
    scheme
      ? visibleBenefits(scheme).map((benefit) => benefitView(benefitStatusOf(scheme, benefit), partners(engine)))
      : [],
  ),

  handleForCaller(readBenefit, (scheme, { params }) => ({
    ...benefitView(benefitStatusById(scheme, params.id), partners(engine)),
    selection: null,
  })),

  handleForCaller(readBenefitWithSelection, (scheme, { params }) =>
    benefitView(benefitStatusById(scheme, params.id), { ...partners(engine), comparesLevels: true }),
  ),

  handle(readLastYear, async (call) => {
    const benefitStatus = await readBenefitStatus(call)
    const { selection } = benefitStatus
    if (!selection) return { lastYear: null }
    const { tx, clientId } = call
    return {
      lastYear: lastYearOf(benefitStatus, await selectionVersionsOf(tx, clientId, { selectionId: selection.id })),
    }
  }),

  handleForCaller(readAllowedActions, (scheme, { params }) =>
    allowedActionNames(benefitStatusById(scheme, params.id).actions),
  ),

  handleForCaller(listBenefitFilters, (scheme) => {
    const offered = new Set(scheme?.benefits.map((benefit) => benefit.definition.category))
    return benefitCategory.options
      .filter((id) => offered.has(id))
      .map((id) => ({ id, label: benefitViewMessages.category[id] }))
  }),

  handleForCaller(
    listBenefitFaqs,
    (scheme, { params }) => benefitStatusById(scheme, params.id).benefit.definition.faqs,
  ),

  handleForCaller(listRelatedBenefits, (scheme, { params }) =>
    relatedBenefits(benefitStatusById(scheme, params.id)).map(
      ({ id, definition: { name, summary, image, category, groupCode } }) => ({
        benefitId: id,
        name,
        summary,
        imageUrl: image ?? null,
        category,
        groupCode,
      }),
    ),
  ),

  handleForCaller(readBenefitSelection, (scheme, { params }) => {
    const benefitStatus = benefitStatusById(scheme, params.id)
    if (!benefitStatus.selection) throw refuse(notFound)
    return selectionView(benefitStatus, benefitStatus.selection)
  }),

  handleForCaller(readBenefitTerms, (scheme, { params }) => {
    const benefitStatus = benefitStatusById(scheme, params.id)
    const content = benefitStatus.benefit.definition.terms?.content ?? ''
    return {
      terms: Object.fromEntries(
        benefitTerms(benefitStatus).map(({ id, version, accepted }) => [id, { content, version, accepted }]),
      ),
    }
  }),

  handle(acceptBenefitTerms, async (call) => {
    const benefitStatus = await readBenefitStatus(call)
    requireEmployed(benefitStatus)
    const { benefit } = benefitStatus
    const { terms } = benefit.definition
    const { termId, version } = call.body
    if (terms?.id !== termId) throw refuse(notFound)
    if (terms.version !== version) throw refuse(changedMeanwhile)
    await insertTermsAcceptance(call.tx, call.clientId, {
      personId: call.caller.personId,
      benefitId: benefit.id,
      termId,
      version,
    })
    call.audit({ benefitId: benefit.id, termId, version })
    return { status: 'ok' as const, terms: { [termId]: { content: terms.content, version, accepted: true } } }
  }),
]

function partners(engine: PartnersEngine) {
  return { asksPartners: engine !== undefined }
}
