import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import styles from './Layout.module.css'
import { useBackLink } from './use-benefit-address.ts'

export function BenefitLoading() {
  return (
    <Page title={breadcrumbMessages.benefits} crumbs={[useBackLink()]}>
      <Loading label={benefitMessages.loading}>
        <div className={styles.split}>
          <div className={styles.main}>
            <Skeleton shape="heading" width="half" />
            <Skeleton />
            <Skeleton width="half" />
            <Skeleton shape="card" />
          </div>
          <Card as="div">
            <div className={styles.section}>
              <Skeleton width="third" />
              <Skeleton shape="block" />
            </div>
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
