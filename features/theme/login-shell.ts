import { escapeHtml } from '../../contract/escape-html.ts'
import { paths } from '../../contract/paths.ts'
import { telephoneAddress } from '../../contract/telephone.ts'
import { loginMessages } from '../../services/session/session.messages.ts'

/** The React page takes over what was typed and submitted here. */
export const FORM_BEFORE_START = 'form-before-start'
export const EMAIL_BEFORE_START = 'email-before-start'

type LoginShell = {
  nonce: string
  brand: string
  logo: string
  endLogo: string
  ssoOnly: boolean
  supportEmail: string
  supportNumber: string | null
}

export function loginShell({ nonce, brand, logo, endLogo, ssoOnly, supportEmail, supportNumber }: LoginShell): string {
  const calling =
    supportNumber &&
    `${loginMessages.helpOr}<a href="${escapeHtml(telephoneAddress(supportNumber))}">${escapeHtml(loginMessages.helpCall(supportNumber))}</a>`
  return `<div class="Shell-shell">
<header class="Header-header"><div class="Header-inside"><a class="Header-logo" href="${paths.login()}">${logo}</a>${endLogo}</div></header>
<main class="Shell-main" id="main"><div class="LoginCard-page"><div class="LoginCard-card">
<h1>${escapeHtml(loginMessages.title(brand))}</h1>
<form class="LoginPage-form" id="${FORM_BEFORE_START}" method="dialog" novalidate><div class="Field-field"><label class="Field-label" for="${EMAIL_BEFORE_START}">${loginMessages.email} </label><span class="Field-box"><input class="Field-input" id="${EMAIL_BEFORE_START}" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false"></span></div>
<button class="Button-button Button-primary Button-wide"><span>${loginMessages.next}</span></button></form>
<script nonce="${nonce}">${beforeStart}</script>
${ssoOnly ? '' : `<div class="LoginPage-links"><a href="${paths.forgottenPassword()}">${loginMessages.forgotten}</a></div>`}
</div><p class="LoginPage-help">${loginMessages.help} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(loginMessages.helpEmail(supportEmail))}</a>${calling ?? ''}</p></div></main>
</div>`
}

/** Scripts cannot read the caret of an email field, so the type is `text` until React starts. */
const beforeStart = `{const form=document.getElementById('${FORM_BEFORE_START}');form.elements[0].type='text';form.elements[0].focus();form.onsubmit=e=>{e.preventDefault();form.dataset.sent='';form.querySelector('button span').textContent='${loginMessages.checking}'}}`
