import { useEffect, useState, type ReactNode } from 'react'
import { call } from '../../contract/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { consentMessages } from '../session/consent-banner.messages.ts'
import { ConsentButtons, openConsentSettings } from '../session/ConsentButtons.tsx'
import { useCookieConsent } from '../session/use-cookie-consent.ts'
import { useMasquerade, useUser } from '../session/use-session.ts'
import { useTheme } from '../theme/use-theme.ts'
import { readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'
import { policyMessages } from './content.messages.ts'

export function CookiePolicyPage() {
  return <PolicyPage title={policyMessages.cookie} policy={readCookiePolicy} action={<CookieChoice />} />
}

export function PrivacyStatementPage() {
  return <PolicyPage title={policyMessages.privacy} policy={readPrivacyPolicy} />
}

export function TermsPage() {
  return <PolicyPage title={policyMessages.terms} policy={readTerms} />
}

function CookieChoice() {
  const accepted = useCookieConsent((consent) => consent.cookiesAccepted)
  if (useMasquerade()) return null
  return (
    <>
      <p aria-live="polite">{accepted && policyMessages.cookiesAccepted}</p>
      {accepted ? (
        <Button kind="secondary" onClick={openConsentSettings}>
          {consentMessages.manage}
        </Button>
      ) : (
        <ConsentButtons />
      )}
    </>
  )
}

type Policy = typeof readTerms & Endpoint
type Content = { status: 'loading' } | { status: 'success'; html: string } | { status: 'error' }

function PolicyPage({ title, policy, action }: { title: string; policy: Policy; action?: ReactNode }) {
  const brand = useTheme((theme) => theme.brand)
  const home = useUser() ? paths.home() : paths.login()
  const content = useContent(policy)
  return (
    <Page
      title={policyMessages.titleBrand(title, brand)}
      tabTitle={title}
      crumbs={[{ label: policyMessages.home, to: home }, { label: title }]}
      narrow
    >
      <div data-parts-later>
        <Card>
          {content.status === 'loading' && (
            <Loading label={policyMessages.loading(title)}>
              <Skeleton shape="heading" width="half" />
              <Skeleton />
              <Skeleton />
              <Skeleton width="half" />
              <Skeleton shape="block" />
            </Loading>
          )}
          {content.status === 'success' && <SafeHtml html={content.html} />}
          {/* The buttons come after the text has loaded, because the text would otherwise move them. */}
          {content.status !== 'loading' && action}
          {content.status === 'error' && (
            <ErrorState
              error={null}
              title={policyMessages.loadFailed(title)}
              action={
                <Link to={home} className={buttonClass()}>
                  {errorMessages.returnHome}
                </Link>
              }
            />
          )}
        </Card>
      </div>
    </Page>
  )
}

// Pages outside `/app` read their content once, so they do not load the query library.
function useContent(policy: Policy): Content {
  const [content, setContent] = useState<Content>({ status: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    call(policy, {}, leaving.signal).then(
      ({ content: html }) => setContent({ status: 'success', html }),
      () => {
        if (!leaving.signal.aborted) setContent({ status: 'error' })
      },
    )
    return () => leaving.abort()
  }, [policy])
  return content
}
