import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ChipSelect } from '../../ui/ChipSelect.tsx'
import { Initials } from '../../ui/Initials.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { usePanels } from '../../ui/use-panel.ts'
import type { QueuedSelection } from './approval-queue.contract.ts'
import { queueMessages as say } from './approval-queue.messages.ts'
import styles from './ApprovalQueue.module.css'
import { approveMessages } from './approvals.messages.ts'
import { DecisionFacts } from './DecisionFacts.tsx'
import { TickedChoicesSummary } from './TickedChoicesSummary.tsx'
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'
import { useTickedChoices } from './use-ticked-choices.ts'

const DecisionDialog = loadOnDemand(() => import('./DecisionDialog.tsx').then((m) => m.DecisionDialog))

type Overview = { count: number; summary: readonly { benefitId: string; benefitName: string; count: number }[] }

export const orders = ['wait', 'value', 'name'] as const
type Order = (typeof orders)[number]

export function ApprovalQueue({ waiting, overview }: { waiting: readonly QueuedSelection[]; overview: Overview }) {
  const router = useRouter()
  const isPhone = useIsPhone()
  const setAddress = useSetAddress()
  const asked = useAddressParam('open')
  const filter = useAddressParam('benefit')
  const benefit = overview.summary.find(({ benefitId }) => benefitId === filter)
  const order = oneOf(orders, useAddressParam('order')) ?? 'wait'
  const shown = sorted(
    waiting.filter(({ benefitId }) => !benefit || benefitId === benefit.benefitId),
    order,
  )
  const open = shown.find(({ selectionId }) => selectionId === asked) ?? (isPhone ? undefined : shown[0])
  const ticks = useTickedChoices(shown, open)
  // On a phone only the open choice is visible, so the buttons act on it alone.
  const about = isPhone && open ? [open].filter(({ own }) => !own) : ticks.ticked
  // Keep the choices for which the dialog was opened, because the list may reload while it is open.
  const [asking, setAsking] = useState<{ approval: boolean; about: readonly QueuedSelection[] } | null>(null)
  const ask = (approval: boolean) => setAsking({ approval, about })

  const show = (one: QueuedSelection | undefined) => {
    if (!one) return
    ticks.opened()
    setAddress({ open: one.selectionId }, { replace: !isPhone })
  }
  const move = (by: number) => {
    const next = shown[open ? shown.indexOf(open) + by : 0]
    show(next)
    if (next) document.getElementById(rowId(next))?.focus()
  }
  // No keyboard shortcuts on phones, because the phone layout has no switch to turn them off.
  const shortcuts = useKeyboardShortcuts(
    isPhone
      ? {}
      : {
          j: () => move(1),
          k: () => move(-1),
          x: () => open && ticks.toggle(open),
          a: () => ask(true),
          r: () => ask(false),
        },
  )
  const back = useRef<HTMLButtonElement>(null)
  const lastOpen = useRef(asked)
  useEffect(() => {
    const before = lastOpen.current
    lastOpen.current = asked
    if (!isPhone || before === asked) return
    const row = waiting.find(({ selectionId }) => selectionId === before)
    if (asked) back.current?.focus()
    else if (row) document.getElementById(rowId(row))?.focus()
  }, [asked, isPhone, waiting])

  const hasKeys = shortcuts.isOn && !isPhone
  const buttons = (
    <div className={styles.buttons}>
      <Button aria-keyshortcuts={hasKeys ? 'a' : undefined} onClick={() => ask(true)}>
        {approveMessages.approve}
        {hasKeys && <Key name="A" />}
      </Button>
      <Button kind="secondary" aria-keyshortcuts={hasKeys ? 'r' : undefined} onClick={() => ask(false)}>
        {approveMessages.reject}
        {hasKeys && <Key name="R" />}
      </Button>
    </div>
  )
  const counted = { shown: shown.filter(({ own }) => !own).length, all: (benefit ?? overview).count }
  const missing =
    counted.shown < counted.all &&
    (benefit ? say.longestOf(benefit.benefitName, counted) : say.longest(counted.shown, counted.all))
  const isList = (!isPhone || !open) && waiting.length > 0
  return (
    <>
      {waiting.length === 0 && <EmptyState title={approveMessages.none}>{approveMessages.noneYet}</EmptyState>}
      {isList && <Filters overview={overview} benefit={benefit} order={order} onChoose={ticks.clear} />}
      <div className={styles.queue}>
        {isList && (
          <section className={styles.list} aria-label={say.queue}>
            <div className={styles.head}>
              <Checkbox
                label={say.selectAll(ticks.mayTick.length)}
                checked={ticks.areAllTicked}
                mixed={ticks.ticked.length > 0 && !ticks.areAllTicked}
                disabled={ticks.mayTick.length === 0}
                onChange={ticks.tickAll}
              />
              <span aria-hidden="true">{say.waiting}</span>
            </div>
            <ul role="list" className={styles.rows}>
              {shown.map((one) => (
                <li key={one.selectionId} data-open={one === open || undefined}>
                  <Checkbox
                    hideLabel
                    label={say.select(one.employeeName, one.benefitName)}
                    checked={ticks.isTicked(one)}
                    disabled={one.own}
                    onChange={() => ticks.toggle(one)}
                  />
                  <button
                    id={rowId(one)}
                    type="button"
                    className={styles.row}
                    aria-current={one === open || undefined}
                    onClick={() => show(one)}
                  >
                    <Initials firstName={one.firstName} surname={one.surname} />
                    <span className={styles.words}>
                      <strong>{one.employeeName}</strong>
                      <span>{say.choice(one.benefitName, one.summary)}</span>
                      {one.own && <span>{approveMessages.own}</span>}
                    </span>
                    <span className={styles.waited}>{say.waited(one.daysWaited)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {missing ? (
              <p className={styles.longest}>{missing}</p>
            ) : (
              shown.length === 0 && <EmptyState title={approveMessages.none}>{approveMessages.noneYet}</EmptyState>
            )}
            <div className={styles.foot}>
              {isPhone ? (
                <>
                  <p role="status">{say.selectedShort(ticks.ticked.length)}</p>
                  {buttons}
                </>
              ) : (
                <>
                  <p>
                    {hasKeys && (
                      <span className={styles.keys} aria-hidden="true">
                        <Key name="J" />
                        <Key name="K" /> {say.move} <Key name="X" /> {say.tick}
                      </span>
                    )}
                  </p>
                  <Checkbox asSwitch label={say.shortcuts} checked={shortcuts.isOn} onChange={shortcuts.turn} />
                </>
              )}
            </div>
          </section>
        )}
        {open && (
          <section className={styles.detail} aria-label={open.employeeName}>
            {isPhone && (
              <LinkButton ref={back} onClick={() => setAddress({ open: '' })}>
                {say.back(overview.count)}
              </LinkButton>
            )}
            {!isPhone && ticks.ticked.some((one) => one !== open) && <TickedChoicesSummary chosen={ticks.ticked} />}
            <DecisionFacts key={open.selectionId} asked={open} next={shown[shown.indexOf(open) + 1]} />
            <div className={styles.decide}>
              {buttons}
              {!isPhone && <p role="status">{say.selected(about.length)}</p>}
            </div>
          </section>
        )}
      </div>
      {asking && (
        <DecisionDialog
          {...asking}
          onClose={(decided) => {
            setAsking(null)
            if (decided) router.history.push(paths.dashboard())
          }}
        />
      )}
    </>
  )
}

function Filters({
  overview,
  benefit,
  order,
  onChoose,
}: {
  overview: Overview
  benefit: Overview['summary'][number] | undefined
  order: Order
  onChoose: () => void
}) {
  const setAddress = useSetAddress()
  const panels = usePanels()
  const choose = (benefitId: string) => {
    onChoose()
    setAddress({ benefit: benefitId, open: '' })
  }
  return (
    <div className={styles.tools}>
      <div className={styles.chips} role="group" aria-label={say.show}>
        <Chip pressed={!benefit} onPress={() => choose('')}>
          {say.all} <span className={styles.count}>{overview.count}</span>
        </Chip>
        {overview.summary
          .filter(({ count }) => count > 0)
          .map(({ benefitId, benefitName, count }) => (
            <Chip key={benefitId} pressed={benefit?.benefitId === benefitId} onPress={() => choose(benefitId)}>
              {benefitName} <span className={styles.count}>{count}</span>
            </Chip>
          ))}
      </div>
      <div className={styles.chips}>
        <ChipSelect
          label={say.order}
          value={order}
          choices={[
            { value: 'wait', label: say.orders.wait },
            { value: 'value', label: say.orders.value },
            { value: 'name', label: say.orders.name },
          ]}
          onChange={(value) => setAddress({ order: value === 'wait' ? '' : value })}
        />
        {benefit && (
          <Button kind="secondary" onClick={() => panels.open('view-approvals-data', { benefitId: benefit.benefitId })}>
            {say.reviewTable(benefit.benefitName)}
          </Button>
        )}
      </div>
    </div>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {name}
    </kbd>
  )
}

function rowId({ selectionId }: QueuedSelection): string {
  return `choice-${selectionId}`
}

const noOrder = Number.MAX_VALUE

function sorted(list: readonly QueuedSelection[], order: Order): readonly QueuedSelection[] {
  switch (order) {
    case 'wait':
      return list
    case 'value':
      return list.toSorted((a, b) => (a.orderValue || noOrder) - (b.orderValue || noOrder))
    case 'name':
      return list.toSorted((a, b) => a.surname.localeCompare(b.surname) || a.firstName.localeCompare(b.firstName))
  }
}
