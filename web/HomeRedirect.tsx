import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../contract/paths.ts'

export function HomeRedirect() {
  const router = useRouter()
  useEffect(() => router.history.replace(paths.home()), [router])
  return null
}
