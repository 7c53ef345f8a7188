import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { employerCodeNeeded, employerPasswordWrong, viewAsEmployee } from '../masquerade/masquerade.contract.ts'
import { useSession } from '../session/use-session.ts'
import { codeInvalid, tooManyCodes } from '../two-factor/two-factor.contract.ts'

export type ViewAs = ReturnType<typeof useViewAs>

const codeProblem = [employerCodeNeeded, codeInvalid, tooManyCodes].map(({ code }) => code)

export function useViewAs(employeeId: string) {
  const schemeId = useSession(({ session }) => (session.step === 'in' ? session.client.scheme.id : ''))
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [takesCode, setTakesCode] = useState(false)
  const [blocked, setBlocked] = useState<string | null>(null)
  const link = useMutation({
    mutationFn: () =>
      call(viewAsEmployee, {
        params: { a: schemeId, b: employeeId },
        body: { password, ...(code !== '' && { code }) },
      }),
    onError: (failure) => {
      if (isCodeRefusal(failure)) setTakesCode(true)
    },
    onSuccess: ({ url }) => {
      setPassword('')
      setCode('')
      setBlocked(url !== null && !openTab(url) ? url : null)
    },
  })
  const failed = link.error instanceof CallFailed ? link.error : null
  const ofCode = isCodeRefusal(failed) ? failed : null
  const ofPassword = failed?.code === employerPasswordWrong.code ? failed : null
  return {
    isAsking,
    ask: () => setAsking(true),
    password,
    setPassword,
    code,
    setCode,
    takesCode,
    open: () => link.mutate(),
    busy: link.isPending,
    isOpen: link.isSuccess,
    blocked,
    again: () => link.reset(),
    problems: {
      password: ofPassword?.message,
      code: ofCode?.message,
    },
    failure: link.error && !ofCode && !ofPassword ? failureText(link.error) : null,
  }
}

function isCodeRefusal(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && codeProblem.includes(failure.code ?? '')
}

function openTab(url: string): boolean {
  const tab = window.open(url, '_blank')
  if (!tab) return false
  tab.opener = null
  return true
}
