import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { BenefitIllustration } from '../../ui/Illustration.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { TourButton } from '../../ui/TourButton.tsx'
import type { TotalBenefitsCard } from '../total-benefits/total-benefits.contract.ts'
import { useVouchersOnly } from '../session/use-vouchers-only.ts'
import { useMasquerade, useSession, useUser } from '../session/use-session.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import type { HomeCard } from './home.contract.ts'
import { homeMessages } from './home.messages.ts'
import { daysLeftOf, mostUrgentTask, tasksFrom, totalBenefitsPath, type Task } from './home.rules.ts'
import styles from './HomePage.module.css'
import { useHomeBanners, useHomeCards, useMyBenefits, useTotalBenefitsCard } from './use-home.ts'

const Welcome = lazy(() =>
  import('./WelcomeSlides.tsx').then((m) => ({ default: m.WelcomeSlides })).catch(() => ({ default: () => null })),
)

const LeaverVoucherBalance = loadOnDemand(() =>
  import('./LeaverVoucherBalance.tsx').then((m) => m.LeaverVoucherBalance),
)

const LeavingBalances = loadOnDemand(() =>
  import('../benefit-parts/LeavingBalances.tsx').then((m) => m.LeavingBalances),
)

const HomeTour = loadOnDemand(() => import('./HomeTour.tsx').then((m) => m.HomeTour))

const NextYearGroups = loadOnDemand(() => import('../benefit-parts/NextYearGroups.tsx').then((m) => m.NextYearGroups))

/** Ticks of the days before a window closes. */
const TICKS = 30

export function HomePage() {
  const user = useUser()
  const isAnotherLooking = useMasquerade() !== null
  // Keep the first value, because the flag is cleared while the person still reads the slides (WELCOME-02).
  const [welcomes] = useState(user?.firstLogin === true && !isAnotherLooking)
  const banners = useHomeBanners()
  const cards = useHomeCards()
  const benefits = useMyBenefits()
  const ccvOnly = useVouchersOnly((state) => state.ccvOnly)
  const vouchers = ccvOnly && benefits.data?.find(({ groupCode }) => groupCode === 'ccv')
  const tasksKnown = benefits.data !== undefined || benefits.isError
  return (
    <Page
      title={user ? homeMessages.welcome(user.firstName) : homeMessages.title}
      tabTitle={homeMessages.title}
      actions={!ccvOnly && <TourButton tour={HomeTour} isReady={tasksKnown && banners.status !== 'loading'} />}
    >
      {/* Each section waits until the sections above it have loaded, so that nothing moves. */}
      {banners.status === 'loading' ? (
        <HomeLoading />
      ) : (
        <>
          <div className={styles.split}>
            <Tasks benefits={benefits} urgent={banners.cards?.filter(isUrgent) ?? []} />
            {!tasksKnown ? (
              <QuickLinksLoading />
            ) : (
              <div className={styles.ways}>
                {vouchers && (
                  <QuickLink
                    icon="pound"
                    title={vouchers.name}
                    to={paths.benefit(vouchers.benefitId)}
                    label={homeMessages.toVouchers}
                  >
                    <LeaverVoucherBalance />
                  </QuickLink>
                )}
                <TotalBenefits />
                {!ccvOnly && (
                  <QuickLink
                    icon="benefits"
                    title={homeMessages.benefits}
                    to={paths.benefits()}
                    label={homeMessages.toBenefits}
                  >
                    <p>{homeMessages.benefitsText}</p>
                    <p className={styles.tiles}>
                      {/* Full rows of four. */}
                      {benefits.data?.slice(0, benefits.data.length < 8 ? 4 : 8).map((benefit) => (
                        <BenefitIllustration key={benefit.benefitId} benefit={benefit} size="medium" />
                      ))}
                    </p>
                  </QuickLink>
                )}
                {user?.userType === 'employer' && user.employmentStatus === 'active' && (
                  <QuickLink
                    icon="dashboard"
                    title={homeMessages.dashboard}
                    to={paths.dashboard()}
                    label={homeMessages.toDashboard}
                  >
                    <p>{homeMessages.dashboardText}</p>
                  </QuickLink>
                )}
                <div className={styles.toProfile}>
                  <QuickLink
                    icon="user"
                    title={homeMessages.profile}
                    to={paths.profile()}
                    label={homeMessages.toProfile}
                  >
                    <p>{homeMessages.profileText}</p>
                  </QuickLink>
                </div>
              </div>
            )}
            {tasksKnown &&
              banners.cards
                ?.filter((banner) => !isUrgent(banner))
                .map((banner) => <Banner key={banner.id} banner={banner} />)}
            {tasksKnown && cards.status === 'loading' && <CardsLoading />}
            {tasksKnown && cards.status === 'success' && cards.cards.length > 0 && <Cards cards={cards.cards} />}
          </div>
        </>
      )}
      {welcomes && (
        <Suspense>
          <Welcome />
        </Suspense>
      )}
    </Page>
  )
}

function Banner({ banner }: { banner: HomeCard }) {
  const id = useId()
  return (
    <section className={styles.banner} aria-labelledby={id}>
      {banner.imageUrl && <Picture src={banner.imageUrl} size={56} className={styles.image} />}
      <div className={styles.bannerWords}>
        <h2 id={id}>{banner.title}</h2>
        <SafeHtml html={banner.text} headingFrom={3} />
      </div>
      <CardLink card={banner} asButton />
    </section>
  )
}

const isUrgent = ({ order }: HomeCard) => order < 0

type TasksProps = { benefits: ReturnType<typeof useMyBenefits>; urgent: readonly HomeCard[] }

function Tasks({ benefits, urgent }: TasksProps) {
  const id = useId()
  const tasks = benefits.data && tasksFrom(benefits.data)
  return (
    <section className={styles.tasks} aria-labelledby={id} data-tour="tasks">
      <h2 id={id} className="visually-hidden">
        {homeMessages.toDo}
      </h2>
      {urgent.map((banner) => (
        <Banner key={banner.id} banner={banner} />
      ))}
      {benefits.data && tasks ? (
        <>
          {(tasks.length > 0 || urgent.length === 0) && <TaskList tasks={tasks} />}
          {benefits.data.some(({ selection }) => selection?.atLeaving) && <LeavingBalances benefits={benefits.data} />}
        </>
      ) : benefits.isError ? (
        <Card>
          <ErrorState error={benefits.error} title={homeMessages.tasksFailed} onRetry={() => void benefits.refetch()} />
        </Card>
      ) : (
        <Loading label={homeMessages.tasksLoading} isPart>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
    </section>
  )
}

function TaskList({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) {
    return (
      <Card>
        <p className={styles.upToDate}>
          <Icon name="success" />
          <span>{homeMessages.nothingToDo}</span>
        </p>
      </Card>
    )
  }
  const lead = mostUrgentTask(tasks)
  const rest = tasks.filter((task) => task !== lead)
  return (
    <>
      {lead && <LeadingTask task={lead} daysLeft={daysLeftOf(tasks)} />}
      {rest.length > 0 && <OtherTasks tasks={rest} />}
    </>
  )
}

function LeadingTask({ task, daysLeft }: { task: Task; daysLeft: number | null }) {
  const isReadOnly = useReadOnlyView()
  const { title, text, to, label } = taskText(task)
  return (
    <div className={styles.lead}>
      <div className={styles.leadWords}>
        <h3>{title}</h3>
        <p>{text}</p>
        <Link to={to} className={styles.leadButton}>
          {isReadOnly ? homeMessages.see : label} <span className="visually-hidden">{title}</span>
          <Icon name="chevronRight" />
        </Link>
      </div>
      {daysLeft !== null && (
        <div className={styles.days}>
          <p>
            <span>{daysLeft}</span> {homeMessages.daysLeft(daysLeft)}
          </p>
          <div className={styles.ticks} aria-hidden="true">
            <span style={{ flexGrow: Math.max(0, TICKS - daysLeft) }} />
            <span style={{ flexGrow: Math.min(TICKS, daysLeft) }} />
          </div>
        </div>
      )}
    </div>
  )
}

function OtherTasks({ tasks }: { tasks: readonly Task[] }) {
  const isReadOnly = useReadOnlyView()
  return (
    <ul role="list" className={styles.list}>
      {tasks.map((task) => {
        const shown = taskText(task)
        return (
          <Card as="li" key={shown.title}>
            <div className={styles.task}>
              <span className={styles.mark} data-tone={shown.tone}>
                <Icon name={shown.icon} />
              </span>
              <div className={styles.taskWords}>
                <h3>{shown.title}</h3>
                <p className={styles.soft}>{shown.text}</p>
                {task.kind === 'next-year' && <NextYearGroups benefits={task.benefits} heading="h4" />}
              </div>
              <Link to={shown.to} className={buttonClass(isReadOnly ? 'secondary' : shown.kind)}>
                {isReadOnly ? homeMessages.see : shown.label} <span className="visually-hidden">{shown.title}</span>
              </Link>
            </div>
          </Card>
        )
      })}
    </ul>
  )
}

type TaskSentence = {
  icon: IconName
  tone: 'brand' | 'warn' | 'bad'
  title: string
  text: string
  to: string
  label: string
  kind: 'primary' | 'secondary'
}

function taskText(task: Task): TaskSentence {
  switch (task.kind) {
    case 'window':
      return {
        icon: 'calendar',
        tone: 'brand',
        title: task.daysLeft === 0 ? homeMessages.windowToday : homeMessages.window(showDate(task.closesOn)),
        text: homeMessages.windowText,
        to: paths.benefits(),
        label: homeMessages.choose,
        kind: 'primary',
      }
    case 'next-year':
      return {
        icon: 'calendar',
        tone: 'brand',
        title: homeMessages.nextYear(showDate(task.from)),
        text: task.closesOn ? homeMessages.nextYearUntil(showDate(task.closesOn)) : homeMessages.nextYearAhead,
        to: paths.benefits(),
        label: task.closesOn ? homeMessages.choose : homeMessages.see,
        kind: task.closesOn ? 'primary' : 'secondary',
      }
    case 'begun':
      return {
        icon: 'edit',
        tone: 'warn',
        ...begunInWords(task.names),
        to: paths.basket(),
        label: homeMessages.goOn,
        kind: 'secondary',
      }
    case 'answers':
      return {
        icon: 'edit',
        tone: 'warn',
        title: homeMessages.answers(task.name),
        text: homeMessages.answersText,
        to: paths.benefitManage(task.benefitId),
        label: homeMessages.answer,
        kind: 'primary',
      }
    case 'awaiting':
      return {
        icon: 'clock',
        tone: 'brand',
        title: homeMessages.awaiting(task.name),
        text: homeMessages.awaitingText,
        to: paths.benefitManage(task.benefitId),
        label: homeMessages.see,
        kind: 'secondary',
      }
    case 'too-late':
      return {
        icon: 'clock',
        tone: 'warn',
        title: homeMessages.tooLate(task.name),
        text: homeMessages.tooLateText,
        to: paths.benefit(task.benefitId),
        label: homeMessages.see,
        kind: 'secondary',
      }
    case 'provider':
      return {
        icon: 'clock',
        tone: 'brand',
        title: homeMessages.provider(task.name),
        text: homeMessages.providerText,
        to: paths.benefitManage(task.benefitId),
        label: homeMessages.see,
        kind: 'secondary',
      }
    case 'rejected':
      return {
        icon: 'warning',
        tone: 'bad',
        title: homeMessages.rejected(task.name),
        text: homeMessages.rejectedText,
        to: paths.benefit(task.benefitId),
        label: homeMessages.see,
        kind: 'secondary',
      }
  }
}

function begunInWords(names: readonly string[]): Pick<TaskSentence, 'title' | 'text'> {
  return names.length > 1
    ? { title: homeMessages.manyBegun(names.length), text: homeMessages.manyBegunText(names.join(', ')) }
    : { title: homeMessages.begun(names.join('')), text: homeMessages.begunText }
}

function QuickLink({
  icon,
  title,
  to,
  label,
  children,
}: {
  icon: IconName
  title: string
  to: string
  label: string
  children: ReactNode
}) {
  return (
    <Card>
      <div className={styles.way} data-tour={icon}>
        <h2>
          <Icon name={icon} />
          {title}
        </h2>
        {children}
        <Link to={to}>{label}</Link>
      </div>
    </Card>
  )
}

function TotalBenefits() {
  const card = useTotalBenefitsCard()
  const exceptions = useSession(({ session }) => (session.step === 'in' ? session.client.clientExceptions : null))
  return (
    <QuickLink
      icon="pound"
      title={homeMessages.total}
      to={totalBenefitsPath(exceptions ?? [])}
      label={homeMessages.toTotal}
    >
      {card.data ? (
        <TotalFigures total={card.data} />
      ) : card.isError ? (
        <ErrorState error={card.error} title={homeMessages.totalFailed} onRetry={() => void card.refetch()} />
      ) : (
        <Loading label={homeMessages.totalLoading} isPart>
          <Skeleton shape="block" />
        </Loading>
      )}
    </QuickLink>
  )
}

function TotalFigures({ total }: { total: TotalBenefitsCard }) {
  const ccvOnly = useVouchersOnly((state) => state.ccvOnly)
  if (total.benefits === 0)
    return (
      <>
        <p>{homeMessages.totalNone}</p>
        {!ccvOnly && <p>{homeMessages.totalNoneText}</p>}
      </>
    )
  const { packageValue, saved, employeeContribution: paid } = total
  const figures: [string, { year: number } | null][] = [
    packageValue ? [homeMessages.package, packageValue] : [homeMessages.paidForBenefits, total.total],
    [homeMessages.employerPays, total.employerContribution],
    paid.year < 0 ? [homeMessages.added, { year: -paid.year }] : [homeMessages.youPay, paid],
    [homeMessages.youSave, saved && saved.year > 0 ? saved : null],
  ]
  return (
    <>
      <p>{homeMessages.on(showDate(total.on))}</p>
      <dl className={styles.totals}>
        {figures.map(
          ([label, amount]) =>
            amount && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Money amount={amount.year} per={homeMessages.perYear} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {total.salary && total.employerContribution.year > 0 && (
        <>
          <div className={styles.bar} aria-hidden="true">
            <span style={{ flexGrow: total.salary.year }} />
            <span style={{ flexGrow: total.employerContribution.year }} />
          </div>
          <p className={styles.key}>
            <span>
              {homeMessages.salary} <Money amount={total.salary.year} />
            </span>
            <span aria-hidden="true">{homeMessages.employerPays}</span>
          </p>
        </>
      )}
      {[...Map.groupBy(total.planned, ({ from }) => from)].map(([from, changes]) => (
        <p key={from}>{homeMessages.planned(showDate(from), changes.map(({ name }) => name).join(', '))}</p>
      ))}
    </>
  )
}

function Cards({ cards }: { cards: readonly HomeCard[] }) {
  const id = useId()
  return (
    <section className={styles.tasks} aria-labelledby={id}>
      <h2 id={id}>{homeMessages.news}</h2>
      <ul role="list" className={styles.cards}>
        {cards.map((card) => (
          <Card as="li" key={card.id}>
            <div className={styles.card}>
              {card.imageUrl && <Picture src={card.imageUrl} size={56} className={styles.image} />}
              <h3>{card.title}</h3>
              <SafeHtml html={card.text} headingFrom={4} />
              <CardLink card={card} />
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function CardLink({ card: { link, linkLabel }, asButton = false }: { card: HomeCard; asButton?: boolean }) {
  if (!link || !linkLabel) return null
  const look = asButton ? { className: buttonClass('secondary') } : {}
  return link.startsWith('/') ? (
    <Link to={link} {...look}>
      {linkLabel}
    </Link>
  ) : (
    <a href={link} rel="noopener noreferrer" {...look}>
      {linkLabel}
    </a>
  )
}

function HomeLoading() {
  return (
    <Loading label={homeMessages.loading}>
      <div className={styles.split}>
        <div className={styles.tasks}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
        <QuickLinksLoading />
      </div>
    </Loading>
  )
}

function QuickLinksLoading() {
  return (
    <div className={styles.ways}>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  )
}

function CardsLoading() {
  return (
    <Loading label={homeMessages.loading} isPart>
      <div className={styles.cards}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} shape="card" />
        ))}
      </div>
    </Loading>
  )
}
