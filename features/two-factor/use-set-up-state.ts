import { useRouterState } from '@tanstack/react-router'

export function useSetUpState(): { isFirst: boolean; isFromActivation: boolean } {
  const state: object = useRouterState({ select: ({ location }) => location.state })
  return {
    isFirst: !('isFirst' in state && state.isFirst === false),
    isFromActivation: 'isFromActivation' in state && state.isFromActivation === true,
  }
}
