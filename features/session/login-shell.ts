import { paths } from '../../contract/paths.ts'
import { loginMessages } from './session.messages.ts'

/** The field of the still page, by which the real one finds what was typed. */
export const EMAIL_BEFORE_START = 'email-before-start'

type LoginShell = { brand: string; logo: string; ssoOnly: boolean; supportEmail: string; supportNumber: string | null }

/**
 * The login screen as still markup, with the class names of the parts it stands for, which the server writes into the
 * page: it paints before any script has arrived. It is no form, so that Enter cannot send anything yet; what was
 * typed moves over when the real screen takes its place.
 */
export function loginShell({ brand, logo, ssoOnly, supportEmail, supportNumber }: LoginShell): string {
  const calling =
    supportNumber &&
    `${loginMessages.helpOr}<a href="tel:${escapeHtml(supportNumber.replaceAll(' ', ''))}">${escapeHtml(loginMessages.helpCall(supportNumber))}</a>`
  return `<div class="Shell-shell">
<header class="Header-header"><div class="Header-inside"><a class="Header-logo" href="${paths.login()}">${logo}</a></div></header>
<main class="Shell-main" id="main"><div class="LoginPage-page"><div class="LoginPage-card">
<h1>${escapeHtml(loginMessages.title(brand))}</h1>
<div class="LoginPage-form"><div class="Field-field"><label class="Field-label" for="${EMAIL_BEFORE_START}">${loginMessages.email} </label><span class="Field-box"><input class="Field-input" id="${EMAIL_BEFORE_START}" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus></span></div>
<button type="button" class="Button-button Button-primary Button-wide"><span>${loginMessages.next}</span></button></div>
${ssoOnly ? '' : `<div class="LoginPage-links"><a href="${paths.forgottenPassword()}">${loginMessages.forgotten}</a></div>`}
</div><p class="LoginPage-help">${loginMessages.help} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(loginMessages.helpEmail(supportEmail))}</a>${calling ?? ''}</p></div></main>
</div>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
