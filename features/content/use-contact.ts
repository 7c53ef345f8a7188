import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { formMessages } from '../../contract/messages.ts'
import type { SetupReply } from '../../services/session/session.contract.ts'
import { readContactPage, sendEnquiry, type ContactPage, type EnquiryFields } from './contact.contract.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

type View = { step: 'loading' } | { step: 'form'; page: ContactPage } | { step: 'success' } | { step: 'error' }
export type ContactProblems = { subject?: string; comments?: string }

export function useContact({ user, client }: Pick<SetupReply, 'user' | 'client'>) {
  const [view, setView] = useState<View>({ step: 'loading' })
  const [subject, setSubject] = useState('')
  const [comments, setComments] = useState('')
  const [problems, setProblems] = useState<ContactProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useOneAtATime()

  useEffect(() => {
    const leaving = new AbortController()
    call(readContactPage, {}, leaving.signal).then(
      (page) => setView(page.error === null ? { step: 'form', page } : { step: 'error' }),
      () => {
        if (!leaving.signal.aborted) setView({ step: 'error' })
      },
    )
    return () => leaving.abort()
  }, [])

  const submit = async () => {
    setFailure(null)
    const missing = {
      ...(subject === '' && { subject: formMessages.required }),
      ...(comments.trim() === '' && { comments: formMessages.required }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    await run(send)
  }

  const send = async () => {
    try {
      const { email, firstName, surname } = user
      await call(sendEnquiry, {
        body: { subject, comments, email, firstName, surname, company: client.clientName },
      })
      setView({ step: 'success' })
    } catch (error) {
      const refused = problemsIn(error)
      setProblems(refused)
      if (Object.keys(refused).length === 0) setFailure(failureText(error))
    }
  }

  return { view, subject, setSubject, comments, setComments, problems, failure, busy, submit }
}

function problemsIn(error: unknown): ContactProblems {
  // The contract declares this type for one refusal. Other refusals have no `fields`.
  const fields = ((error instanceof CallFailed ? error.body['fields'] : null) ?? {}) as EnquiryFields
  const { _person_enq: subject, _message: comments } = fields
  return { ...(subject && { subject }), ...(comments && { comments }) }
}
