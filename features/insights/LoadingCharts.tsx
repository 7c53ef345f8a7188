import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { insightsMessages as say } from './insights.messages.ts'

export function LoadingCharts() {
  return (
    <Loading label={say.loading}>
      <Skeleton shape="heading" width="third" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </Loading>
  )
}
