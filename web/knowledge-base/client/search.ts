/** A pause in typing, after which it is searched. */
const pauseMs = 200

/** `/` leads to the field; on the page of what was found, that is read anew while one types. */
export function searchWhileTyping() {
  const form = document.querySelector<HTMLFormElement>('form[data-search]')
  const field = form?.querySelector<HTMLInputElement>('input')
  if (!form || !field) return
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    event.preventDefault()
    field.select()
  })
  if (!document.querySelector('[data-found]')) return
  if (field.value === '') field.focus()
  let pause: ReturnType<typeof setTimeout> | undefined
  field.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(() => void readAnew(form, field.value), pauseMs)
  })
  form.addEventListener('submit', () => clearTimeout(pause))
  document.addEventListener('click', tellOpened)
}

const isWriting = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea, select')

let reading: AbortController | undefined

/** What was asked before never takes the place of what was asked last. */
async function readAnew(form: HTMLFormElement, words: string) {
  reading?.abort()
  reading = new AbortController()
  const { signal } = reading
  const url = new URL(form.action)
  if (words.trim()) url.searchParams.set('q', words.trim())
  if (url.href === location.href) return
  try {
    const answer = await fetch(url, { signal })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const found = page.querySelector('[data-found]')
    if (!answer.ok || !found) return
    document.querySelector('[data-found]')?.replaceChildren(...found.childNodes)
    document.title = page.title
    history.replaceState(history.state, '', url)
  } catch {
    // Without a connection, what was found before stays, and Enter says why.
  }
}

/** Which result helped is told without holding up who opens it. */
function tellOpened({ target }: MouseEvent) {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-article]') : null
  if (!link) return
  void fetch('/api/v1/knowledge-base/search-log/opened', {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ article: link.dataset.article }),
  }).catch(() => {})
}
