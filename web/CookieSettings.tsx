import { useState } from 'react'
import { cookieConsentNow, saveCookieSettings } from '../features/session/use-cookie-consent.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { cookieMessages } from './web.messages.ts'

/** Which cookies we may use. The video toggle starts off; nothing is kept before 'Save and accept'. */
export function CookieSettings({ onClose }: { onClose: () => void }) {
  const [video, setVideo] = useState(cookieConsentNow().nonNecessaryCookiesEnabled)
  return (
    <Dialog
      title={cookieMessages.title}
      closeLabel={cookieMessages.close}
      onClose={onClose}
      renderButtons={(close) => (
        <Button
          onClick={() => {
            saveCookieSettings({ video })
            close()
          }}
        >
          {cookieMessages.save}
        </Button>
      )}
    >
      <Checkbox
        asSwitch
        label={cookieMessages.essential}
        hint={cookieMessages.essentialHint}
        checked
        disabled
        onChange={() => undefined}
      />
      <Checkbox
        asSwitch
        label={cookieMessages.video}
        hint={cookieMessages.videoHint}
        checked={video}
        onChange={setVideo}
      />
    </Dialog>
  )
}
