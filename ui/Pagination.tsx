import './icon-shapes.ts'
import { buttonClass } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { pageNumbers } from './page-numbers.ts'
import { pagingMessages } from './paging.messages.ts'
import styles from './Paging.module.css'

type PaginationProps = {
  label: string
  /** Starts at 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Stays in the page while another page loads. Buttons without effect stay as well, so that the focus is not lost. */
export function Pagination({ label, page, pageSize, total, onPage }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav aria-label={label} className={styles.paging}>
      <p className={styles.showing}>{pagingMessages.showing(...shownOf(page, { per_page: pageSize, total }))}</p>
      <div className={styles.steps}>
        <PageButton to="previous" onStep={page > 1 ? () => onPage(page - 1) : null} />
        <ol role="list" className={styles.pages}>
          {pageNumbers(page, pages).map((each, index) => (
            <li key={each ?? `gap-${index}`}>
              {each === null ? (
                <span aria-hidden="true">…</span>
              ) : (
                <button
                  type="button"
                  className={styles.page}
                  aria-label={pagingMessages.page(each)}
                  aria-current={each === page ? 'page' : undefined}
                  onClick={() => onPage(each)}
                >
                  {pagingMessages.count(each)}
                </button>
              )}
            </li>
          ))}
        </ol>
        <span className={styles.ofPages} aria-hidden="true">
          {pagingMessages.ofPages(page, pages)}
        </span>
        <PageButton to="next" onStep={page < pages ? () => onPage(page + 1) : null} />
      </div>
    </nav>
  )
}

export function rowsText(page: number, list: { per_page: number; total: number }): string {
  return pagingMessages.rows(...shownOf(page, list))
}

export function allRowsText(total: number): string {
  return pagingMessages.rows(1, total, total)
}

function shownOf(page: number, { per_page: pageSize, total }: { per_page: number; total: number }) {
  return [(page - 1) * pageSize + 1, Math.min(total, page * pageSize), total] as const
}

function PageButton({ to, onStep }: { to: 'previous' | 'next'; onStep: (() => void) | null }) {
  const icon = <Icon name={to === 'previous' ? 'chevronLeft' : 'chevronRight'} />
  return (
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-disabled={!onStep || undefined}
      onClick={onStep ?? undefined}
    >
      {to === 'previous' && icon}
      <span>{pagingMessages[to]}</span>
      {to === 'next' && icon}
    </button>
  )
}
