type Person = { id: string; name: string; email: string; role: string }

type Choice = { uid: string; people: readonly Person[] }

export function choicePage(title: string, { uid, people }: Choice): string {
  const choices = people.map(
    ({ id, name, email, role }) =>
      `<li><a href="/sign-in/${uid}/done?as=${encodeURIComponent(id)}"><strong>${escape(name)}</strong><span>${escape(role)}</span><span>${escape(email)}</span></a></li>`,
  )
  return page(
    title,
    `<h1>Sign in to ${escape(title)}</h1>
<p>This is the demo's own identity provider. Choose who signs in; a second factor counts as asked for.</p>
<ul>${choices.join('')}</ul>
<p><a class="plain" href="/sign-in/${uid}/done">Cancel</a></p>`,
  )
}

export function logoutPage(title: string, form: string): string {
  return page(
    title,
    `<h1>Log out of ${escape(title)}?</h1>
${form}
<p><button form="op.logoutForm" name="logout" value="yes">Log out</button></p>`,
  )
}

export function failurePage(title: string): string {
  return page(title, '<h1>This did not work</h1><p>Please go back to the portal and start again.</p>')
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d1d1f;background:#f7f4f5}
main{max-width:28rem;margin:12vh auto 0;padding:2rem;background:#fff;border-top:6px solid #7a1f3d;border-radius:8px;box-shadow:0 1px 6px #0002}
h1{font-size:1.4rem;margin:0 0 .5rem}
ul{list-style:none;padding:0;display:grid;gap:.75rem}
li a{display:grid;padding:.75rem 1rem;border:1px solid #c9bcc1;border-radius:8px;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{border-color:#7a1f3d;outline:2px solid #7a1f3d}
button{font:inherit;padding:.75rem 1.5rem;min-height:44px;border:0;border-radius:8px;background:#7a1f3d;color:#fff}
a.plain{color:#7a1f3d}
</style></head><body><main>${content}</main></body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
