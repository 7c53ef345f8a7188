import { useState } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { guardMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState, RefusedState } from '../../ui/States.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { useBenefits } from '../benefit-parts/use-benefits.ts'
import { useOriginBenefit, useCurrentSituation, useWhatIf } from './use-what-if.ts'
import { WhatIfAnswer } from './WhatIfAnswer.tsx'
import { WhatIfBar } from './WhatIfBar.tsx'
import { WhatIfForm } from './WhatIfForm.tsx'
import type { WhatIfReply as Answer } from '../../domain/tax/what-if.contract.ts'
import { whatIfMessages as say } from './what-if.messages.ts'
import { currentValues, benefitsToAssume, inputProblems, requestOf } from './what-if.rules.ts'
import styles from './WhatIf.module.css'

export function WhatIfPage() {
  const today = useCurrentSituation()
  const benefits = useBenefits()
  const refused = [today.error, benefits.error].find(isRefusal)
  return (
    <Page
      title={benefitMessages.whatIf}
      crumbs={[{ label: breadcrumbMessages.benefits, to: paths.benefits() }, { label: say.crumb }]}
      lead={say.lead}
    >
      <Alert kind="info">{say.nothingSaved}</Alert>
      {today.data && benefits.data ? (
        <ScenarioForm today={today.data} all={benefits.data} />
      ) : refused ? (
        <RefusedState
          title={guardMessages.denied}
          action={
            <Link to={paths.benefits()} className={buttonClass('secondary')}>
              {say.toBenefits}
            </Link>
          }
        >
          {failureText(refused)}
        </RefusedState>
      ) : today.isError || benefits.isError ? (
        <ErrorState
          error={today.error ?? benefits.error}
          title={say.failed}
          onRetry={() => {
            if (today.isError) void today.refetch()
            if (benefits.isError) void benefits.refetch()
          }}
        />
      ) : (
        <FormLoading />
      )}
    </Page>
  )
}

function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 403 || error.status === 404)
}

function ScenarioForm({ today, all }: { today: Answer; all: readonly BenefitView[] }) {
  const cameFrom = useOriginBenefit()
  // Fixed on arrival, so that later refetches do not change the form while the employee types.
  const [ground] = useState(() => ({ known: today.known, benefits: benefitsToAssume(all, cameFrom), cameFrom }))
  const [supposed, setSupposed] = useState(() => currentValues(ground))
  const wrong = inputProblems(supposed, ground)
  const { outcome, problems } = useWhatIf(wrong.length > 0 ? null : requestOf(supposed, ground))
  return (
    <div className={styles.split}>
      <WhatIfForm
        ground={ground}
        supposed={supposed}
        problems={[...wrong, ...problems]}
        onChange={setSupposed}
        onAgain={() => setSupposed(currentValues(ground))}
      />
      <WhatIfAnswer today={today} outcome={outcome} />
      <WhatIfBar today={today} outcome={outcome} />
    </div>
  )
}

function FormLoading() {
  return (
    <Loading label={say.loading}>
      <div className={styles.split}>
        <div className={styles.form}>
          <Skeleton shape="heading" width="half" />
          {[1, 2, 3, 4, 5].map((field) => (
            <Skeleton key={field} shape="block" />
          ))}
        </div>
        <div className={styles.answer}>
          <Skeleton shape="card" />
        </div>
      </div>
    </Loading>
  )
}
