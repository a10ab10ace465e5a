import { z } from 'zod'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { inboxStyle } from './inbox-style.ts'

export type ListedMail = { id: string; recipient: string; subject: string; sentAt: string }
export type OpenMail = {
  id: string
  from: string
  to: string
  cc: string
  subject: string
  sentAt: string
  view: View
  text: string
}
export const views = ['html', 'text', 'source'] as const
export type View = (typeof views)[number]

type Page = { nonce: string; mails: ListedMail[]; open: OpenMail | null; letter: Letter | null; notice: string }
export const Letter = z.object({ to: z.string(), from: z.string(), subject: z.string(), text: z.string() })
export type Letter = z.output<typeof Letter>

const viewNames = { html: 'HTML', text: 'Text', source: 'Source' }

export function inboxPage({ nonce, mails, open, letter, notice }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development mailbox</title>
<style nonce="${nonce}">${{ markup: inboxStyle }}</style>
</head>
<body>
<header>
<h1>Development mailbox</h1>
<a class="button" href="/?write=1">Write a mail</a>
<form method="post" action="/emptying"><button>Delete all mails</button></form>
</header>
<main>
<nav aria-label="Mails">${mailList(mails, open?.id ?? null)}</nav>
<article>
${notice ? html`<p class="notice" role="status">${notice}</p>` : nothing}
${letter ? letterForm(letter) : open ? openMail(open) : emptyState(mails.length > 0)}
</article>
</main>
<script src="/inbox.js"></script>
</body>
</html>`
  return page.markup
}

export const mailList = (mails: ListedMail[], openId: string | null) =>
  html`<ol>${mails.map(
    ({
      id,
      recipient,
      subject,
      sentAt,
    }) => html`<li><a href="/?id=${id}"${id === openId ? html` aria-current="true"` : nothing}>
<span><span>To ${recipient}</span><time datetime="${sentAt}">${sentAt.slice(11, 19)}</time></span>
<b>${subject || 'No subject'}</b></a></li>`,
  )}</ol>`

const openMail = ({ id, from, to, cc, subject, sentAt, view, text }: OpenMail) =>
  html`<div>
<h2>${subject || 'No subject'}</h2>
<dl>
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to}</dd>
${cc ? html`<dt>Cc</dt><dd>${cc}</dd>` : nothing}
<dt>Sent</dt><dd>${sentAt.replace('T', ' ').slice(0, 19)} UTC</dd>
</dl>
</div>
<p class="tabs">${views.map(
    (one) =>
      html`<a href="/?id=${id}&amp;view=${one}"${one === view ? html` aria-current="true"` : nothing}>${viewNames[one]}</a>`,
  )}</p>
${view === 'html' ? html`<iframe title="The mail as HTML" src="/messages/${id}/html"></iframe>` : html`<pre>${text}</pre>`}`

const letterForm = ({ to, from, subject, text }: Letter) =>
  html`<form class="letter" method="post" action="/letters">
<h2>Write a mail to a workspace</h2>
<label>To<input name="to" inputmode="email" required value="${to}"></label>
<label>From<input name="from" inputmode="email" required value="${from}"></label>
<label>Subject<input name="subject" value="${subject}" maxlength="255"></label>
<label>Text<textarea name="text" required>${text}</textarea></label>
<div><button class="primary">Send mail</button></div>
</form>`

const emptyState = (hasMails: boolean) =>
  hasMails
    ? html`<p class="empty"><strong>Choose a mail</strong> It opens here.</p>`
    : html`<p class="empty"><strong>No mail yet</strong> While no mail relay is set, every mail that the product sends arrives here, sign-in codes too.</p>`

type Markup = { markup: string }

/** Builds HTML and escapes every value, except results of `html`. */
function html(parts: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup {
  return { markup: parts.reduce((before, part, at) => before + render(values[at - 1]!) + part) }
}

function render(value: string | Markup | Markup[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return Array.isArray(value) ? value.map(({ markup }) => markup).join('') : value.markup
}

const nothing: Markup = { markup: '' }
