import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import {
  addSchedule,
  listSchedules,
  pauseSchedule,
  stopSchedule,
  type NewSchedule,
  type Schedule,
} from './report-schedules.contract.ts'

const schedules = 'report-schedules'

export function useSchedules() {
  const id = useClientId()
  return useQuery({
    queryKey: [schedules],
    // The daily job changes the days of the next mails.
    staleTime: 0,
    queryFn: ({ signal }) => call(listSchedules, { params: { id } }, signal),
  })
}

export function useScheduleActions() {
  const id = useClientId()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: [schedules] })
  return {
    add: useMutation({ mutationFn: (body: NewSchedule) => call(addSchedule, { params: { id }, body }), onSettled }),
    pause: useMutation({
      mutationFn: ({ scheduleId, paused }: Pick<Schedule, 'scheduleId' | 'paused'>) =>
        call(pauseSchedule, { params: { id, scheduleId }, body: { paused } }),
      onSettled,
    }),
    stop: useMutation({
      mutationFn: (scheduleId: string) => call(stopSchedule, { params: { id, scheduleId } }),
      onSettled,
    }),
  }
}
