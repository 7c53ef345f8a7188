import { notFound } from '../../contract/not-found.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Call, handle, type Handler } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { readThemeReply } from '../../services/theme/theme.queries.ts'
import { themeDefaults, themeFrom } from '../../services/theme/theme.rules.ts'
import { rewardStatement } from './reward-statement.server.ts'
import { statementOf } from './statements.queries.ts'
import {
  downloadTotalRewardStatement,
  listContributions,
  readTotalBenefits,
  readTotalBenefitsCard,
} from './total-benefits.contract.ts'
import { totalBenefitsOf } from './total-benefits.server.ts'

export const totalBenefitsHandlers = ({ defaultBrand: brand }: Pick<AppContext, 'defaultBrand'>): Handler[] => [
  handle(readTotalBenefitsCard, async (call) => (await myPackage(call)).card),

  handle(readTotalBenefits, async (call) => (await myPackage(call)).rows),

  handle(downloadTotalRewardStatement, async (call) => {
    const { tx, clientId, audit } = call
    const { runs, ...view } = await myPackage(call)
    if (!runs) throw refuse(notFound)
    const theme = themeFrom(await readThemeReply(tx, clientId), { ...themeDefaults, brand })
    const file = await rewardStatement({ ...runs, view, theme })
    audit({ fileName: file.fileName, benefits: view.rows.length })
    return file
  }),

  handle(listContributions, async ({ tx, clientId, caller: { personId }, params }) => {
    const months = await statementOf(tx, clientId, { personId, group: params.id })
    if (!months) throw refuse(notFound)
    return months.map(({ year, month, employee, employer }) => ({
      month,
      year,
      employeeContribution: poundsFromPence(employee),
      employerContribution: poundsFromPence(employer),
    }))
  }),
]

type PackageRequest = Pick<Call<typeof readTotalBenefits>, 'tx' | 'clientId' | 'caller' | 'today'>

function myPackage({ tx, clientId, caller, today }: PackageRequest) {
  return totalBenefitsOf(tx, clientId, { ...caller, today })
}
