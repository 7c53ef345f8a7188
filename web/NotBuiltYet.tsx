import { paths } from '../contract/paths.ts'
import { notFoundMessages } from '../contract/screen.messages.ts'
import { isSignedIn } from '../features/session/use-session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { notBuiltMessages } from './not-built.messages.ts'

/** Stands where a screen will be. Each such route is listed in docs/gaps.md. */
export function NotBuiltYet() {
  const signedIn = isSignedIn()
  return (
    <Page title={notBuiltMessages.title} lead={notBuiltMessages.text} narrow>
      <p>
        <Link to={signedIn ? paths.home() : paths.login()} className={buttonClass()}>
          {signedIn ? notFoundMessages.button : notBuiltMessages.back}
        </Link>
      </p>
    </Page>
  )
}
