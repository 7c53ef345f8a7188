import { useEffect, useState } from 'react'
import styles from './ProgressBar.module.css'

const TRICKLE = 0.02
const TRICKLE_MS = 800
const START = 0.08

export function ProgressBar({ active, label }: { active: boolean; label: string }) {
  return active ? <Trickle label={label} /> : null
}

function Trickle({ label }: { label: string }) {
  const [value, setValue] = useState(START)
  useEffect(() => {
    const timer = setInterval(() => setValue((before) => Math.min(0.994, before + TRICKLE)), TRICKLE_MS)
    return () => clearInterval(timer)
  }, [])
  return <progress className={styles.bar} max={1} value={value} aria-label={label} />
}
