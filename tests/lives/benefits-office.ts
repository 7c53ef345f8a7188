import { createHash } from 'node:crypto'
import type { PayrollRunView } from '../../features/payroll/payroll.contract.ts'
import { requestSignIn } from './employee.ts'
import type { SimulatedPortal } from './portal.ts'
import { type Cells, employer, peopleFile } from './scheme.ts'

export async function openBenefitsOffice(portal: SimulatedPortal, today: string) {
  const signedIn = await requestSignIn(portal, employer)
  const token = signedIn.body.access_token ?? raise(`${today}: the employer was answered ${JSON.stringify(signedIn)}`)
  const clientId = portal.clientId()
  const runsUrl = `/api/v2/client/${clientId}/payroll-runs`

  return {
    token,
    async lockDueRuns(): Promise<LockedRun[]> {
      const locked: LockedRun[] = []
      for (;;) {
        const { body: runs } = await portal.call<PayrollRunView[]>({ url: runsUrl, token })
        const due = runs.find(({ state, cutOffPassed }) => state === 'open' && cutOffPassed)
        if (!due) return locked
        const { status, body } = await portal.call<PayrollRunView>({
          method: 'POST',
          url: `${runsUrl}/${due.runId}/lock`,
          token,
        })
        if (status !== 200)
          raise(`Locking ${due.payrollName} ${due.label} was answered ${status}: ${JSON.stringify(body)}`)
        if (body.reportId)
          locked.push({
            run: `${due.payrollName} ${due.label}`,
            reportId: body.reportId,
            hash: await this.hashOf(body.reportId),
          })
      }
    },
    async hashOf(reportId: string): Promise<string> {
      const bytes = await portal.download(`/api/client/${clientId}/reports/${reportId}/download`, token)
      return createHash('sha256').update(bytes).digest('hex')
    },
    async decide({ id, version, approves }: { id: string; version: number; approves: boolean }): Promise<number> {
      const { status } = await portal.call({
        method: 'PATCH',
        url: '/api/v2/scheme/selections/status/',
        token,
        body: { selectionIds: [id], approval: approves, versions: { [id]: version }, reason: 'As agreed' },
      })
      return status
    },
    async upload(people: readonly Cells[]): Promise<string | undefined> {
      const sent = await portal.upload(`/api/client/${clientId}/data-loads`, {
        token,
        name: 'people.csv',
        content: peopleFile(people),
      })
      if (sent.status !== 202) return JSON.stringify(sent.body)
      const url = `/api/employee-data-uploads/${sent.body.id}`
      type View = { status: string; preview: string | null; errors: { data: { reason: string }[] } }
      await portal.workOnUploads()
      const checked = await portal.call<View>({ url, token })
      if (checked.body.status !== 'ready') return checked.body.errors.data[0]?.reason ?? checked.body.status
      await portal.call({ method: 'PATCH', url, token, body: { status: 'confirmed', preview: checked.body.preview } })
      await portal.workOnUploads()
      const { body } = await portal.call<View>({ url, token })
      return body.status === 'confirmed' ? undefined : body.status
    },
  }
}

export type Office = Awaited<ReturnType<typeof openBenefitsOffice>>
export type LockedRun = { run: string; reportId: string; hash: string }

function raise(message: string): never {
  throw new Error(message)
}
