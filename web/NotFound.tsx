import { notFoundMessages } from '../contract/not-found-and-breadcrumbs.messages.ts'
import { paths } from '../contract/paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'

export function NotFound() {
  return (
    <Page title={notFoundMessages.title} lead={notFoundMessages.text} narrow>
      <p>
        <Link to={paths.login()} className={buttonClass()}>
          {notFoundMessages.button}
        </Link>
      </p>
    </Page>
  )
}
