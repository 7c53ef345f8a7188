import { useId } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Page } from '../../ui/Page.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { faqsMessages } from './faqs.messages.ts'
import styles from './FaqsPage.module.css'
import { useFaqs } from './use-faqs.ts'

type Faq = { question: string; answer: string; category: string }

export function FaqsPage() {
  const { faqs, error, refetch } = useFaqs()
  return (
    <Page title={faqsMessages.title} lead={faqsMessages.lead}>
      {faqs === undefined && (
        <Loading label={faqsMessages.loading}>
          <Skeleton shape="heading" width="half" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {faqs === false && <ErrorState error={error} title={errorMessages.retryLater} onRetry={() => void refetch()} />}
      {faqs && faqs.length === 0 && <EmptyState icon="question" title={faqsMessages.empty} />}
      {[...Map.groupBy(faqs || [], (faq) => faq.category)].map(([category, questions]) => (
        <Category key={category} category={category} questions={questions} />
      ))}
    </Page>
  )
}

function Category({ category, questions }: { category: string; questions: readonly Faq[] }) {
  const id = useId()
  return (
    <section className={styles.category} aria-labelledby={id}>
      <h2 id={id}>{category}</h2>
      <Card>
        {questions.map((faq) => (
          <Disclosure key={faq.question} summary={faq.question}>
            <SafeHtml html={faq.answer} headingFrom={3} />
          </Disclosure>
        ))}
      </Card>
    </section>
  )
}
