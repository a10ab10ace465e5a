import { tellCut, words } from './words.ts'

export function takeFeedback() {
  const searched = takeSearched()
  for (const section of document.querySelectorAll<HTMLElement>('[data-feedback]')) readFeedbackForm(section, searched)
}

function readFeedbackForm(section: HTMLElement, searched: string | null) {
  for (const form of section.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(section, form, event.submitter, searched)
    })
  }
  section.addEventListener('paste', announceCut)
  for (const link of section.querySelectorAll('[data-back]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      show(section, section.querySelector('form')!)
      section.querySelector<HTMLElement>('#feedback_question')?.focus()
    })
}

function announceCut(event: ClipboardEvent) {
  const { target } = event
  const cut = tellCut(event)
  if (cut && target instanceof HTMLTextAreaElement) target.form!.querySelector('[data-fault]')!.textContent = cut
}

// Returns the search query that led to this article. Removes the query from the URL, so that copied links do not
// contain it.
function takeSearched(): string | null {
  const url = new URL(location.href)
  const searched = url.searchParams.get('q')
  if (searched === null || document.querySelector('[data-found]')) return null
  url.searchParams.delete('q')
  history.replaceState(history.state, '', url)
  return searched
}

let isSending = false

async function send(section: HTMLElement, form: HTMLFormElement, button: HTMLElement | null, searched: string | null) {
  if (isSending) return
  isSending = true
  const body = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]))
  if (searched) body.set('searched', searched)
  const fault = await post(form.action, body)
  isSending = false
  const told = form.querySelector<HTMLElement>('[data-fault]')
  if (told) told.textContent = fault
  if (fault) return
  const next = body.has('comment') || body.has('text') ? 'thanks' : body.get('helpful') === 'true' ? 'yes' : 'no'
  const step = section.querySelector<HTMLElement>(`[id$='_${next}']`)
  if (!step) return
  show(section, step)
  step.focus({ preventScroll: true })
}

async function post(url: string, body: URLSearchParams): Promise<string> {
  const { faults } = words
  try {
    const answer = await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } })
    if (answer.ok) return ''
    const { fields } = await answer.json()
    if (fields?.email) return faults.email
    if (fields?.text) return faults.empty
    if (fields?.comment) return faults.comment
    return answer.status === 429 ? faults.busy : faults.refused
  } catch {
    return faults.offline
  }
}

/** Shows a step. After this call, the script decides which step is visible, instead of the URL. */
function show(section: HTMLElement, step: HTMLElement) {
  section.dataset.feedback = 'stepwise'
  for (const other of section.querySelectorAll('[data-step]')) other.classList.toggle('shown', other === step)
}
