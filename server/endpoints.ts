import { activationHandlers } from '../features/activation/activation.api.ts'
import { approvalHandlers } from '../features/approvals/approvals.api.ts'
import { auditHandlers } from '../features/audit/audit.api.ts'
import { basketHandlers } from '../features/basket/basket.api.ts'
import { benefitHandlers } from '../features/benefits/benefits.api.ts'
import { saveChoiceHandlers } from '../features/benefit-setup/save-choice.api.ts'
import type { PartnersEngine } from '../services/benefits/partner-requests.server.ts'
import { doubleCoverHandlers } from '../features/benefit-setup/double-cover.api.ts'
import { partnerHandlers } from '../features/benefit-setup/partners.api.ts'
import { medicalHandlers } from '../features/benefit-setup/medical.api.ts'
import { quoteHandlers } from '../features/benefit-setup/quote.api.ts'
import { assessmentHandlers } from '../features/pension-enrolment/assessments.api.ts'
import { owedHandlers } from '../features/leavers/leaver-balances.api.ts'
import { unrenewedSelectionHandlers } from '../features/renewal/unrenewed-selections.api.ts'
import { selectionHandlers } from '../features/selections/selections.api.ts'
import { whatIfHandlers } from '../features/what-if/what-if.api.ts'
import { contactHandlers } from '../features/content/contact.api.ts'
import { contentHandlers } from '../features/content/content.api.ts'
import { dataUploadHandlers } from '../features/data-uploads/data-uploads.api.ts'
import { engagementHandlers } from '../features/insights/engagement.api.ts'
import { employeeHandlers } from '../features/employees/employees.api.ts'
import { welcomeHandlers } from '../features/employees/welcome-email.api.ts'
import { familyHandlers } from '../features/family/family.api.ts'
import { homeHandlers } from '../features/home/home.api.ts'
import { insightsHandlers } from '../features/insights/insights.api.ts'
import { lifeEventHandlers } from '../features/life-events/life-events.api.ts'
import { reminderHandlers } from '../features/employer-overview/reminders.api.ts'
import { overviewHandlers } from '../features/employer-overview/overview.api.ts'
import { recentActivityHandlers } from '../features/employer-overview/recent-activity.api.ts'
import { passwordHandlers } from '../features/password/password.api.ts'
import { masqueradeHandlers } from '../features/masquerade/masquerade.api.ts'
import { belowMinimumWageHandlers } from '../features/payroll/below-minimum-wage.api.ts'
import { payrollHandlers } from '../features/payroll/payroll.api.ts'
import { profileHandlers } from '../features/profile/profile.api.ts'
import { reportHandlers } from '../features/reports/reports.api.ts'
import { savedViewHandlers } from '../features/saved-views/saved-views.api.ts'
import { reportScheduleHandlers } from '../features/report-schedules/report-schedules.api.ts'
import { sessionHandlers } from '../features/session/session.api.ts'
import { takeUpHandlers } from '../features/take-up/take-up.api.ts'
import { themeHandlers } from '../features/theme/theme.api.ts'
import { totalBenefitsHandlers } from '../features/total-benefits/total-benefits.api.ts'
import { codeRequester } from '../features/two-factor/check-code.server.ts'
import { twoFactorHandlers } from '../features/two-factor/two-factor.api.ts'
import type { VoucherApplications } from '../features/vouchers/open-voucher-application.server.ts'
import { membersWithoutJoiningDayHandlers } from '../features/vouchers/members-without-joining-day.api.ts'
import { voucherHandlers } from '../features/vouchers/vouchers.api.ts'
import type { Handler } from '../platform/handle.ts'
import type { AppContext } from '../platform/app-context.ts'

type ExternalServices = { partners?: PartnersEngine | undefined; voucherApplications: VoucherApplications }

export function handlersOf(context: AppContext, { partners, voucherApplications }: ExternalServices): Handler[] {
  return [
    ...sessionHandlers(context),
    ...passwordHandlers(context),
    ...twoFactorHandlers(context),
    ...activationHandlers(context),
    ...masqueradeHandlers(context, codeRequester(context)),
    ...themeHandlers(context),
    ...contactHandlers(context),
    ...contentHandlers,
    ...homeHandlers,
    ...overviewHandlers,
    ...recentActivityHandlers,
    ...reminderHandlers,
    ...profileHandlers,
    ...familyHandlers,
    ...lifeEventHandlers,
    ...benefitHandlers(partners),
    ...quoteHandlers(partners),
    ...whatIfHandlers(partners),
    ...saveChoiceHandlers(context, partners),
    ...selectionHandlers(context),
    ...basketHandlers(context, partners),
    ...medicalHandlers(context),
    ...partnerHandlers(context, partners),
    ...totalBenefitsHandlers(context),
    ...approvalHandlers(context),
    ...employeeHandlers,
    ...savedViewHandlers,
    ...engagementHandlers,
    ...welcomeHandlers(context),
    ...payrollHandlers,
    ...belowMinimumWageHandlers,
    ...owedHandlers,
    ...assessmentHandlers,
    ...unrenewedSelectionHandlers,
    ...doubleCoverHandlers,
    ...membersWithoutJoiningDayHandlers,
    ...reportHandlers,
    ...reportScheduleHandlers,
    ...dataUploadHandlers,
    ...auditHandlers,
    ...takeUpHandlers,
    ...insightsHandlers,
    ...voucherHandlers(voucherApplications),
  ]
}
